// The page that `yispc view` serves and `yispc site` writes: finds its session, and draws itself as soon as it is
// welcome.

import { render } from "preact";

import "../parts/tokens.css";
import "./page.css";
import "./text/text.css";
import "./text/mistakes.css";
import "./results/answer.css";
import "./results/copies.css";
import "./results/past.css";
import "./results/found.css";
import "./beginning/beginning.css";
import "./dialogs.css";
import "./phone.css"; // last: it overrules the others
import { Page } from "./page";
import { Session } from "./session";
import { connecting, keepOffline, type Beginning, type Site } from "./connection/site";
import { Socket } from "./connection/socket";

// Style elements of the editor need the nonce that this script was given (see README.md).
const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce ?? "";
const place = document.getElementById("page")!;
const site = document.getElementById("yisp-site")?.textContent;

function open({ connect, home, topic, said }: Pick<Beginning, "connect"> & Partial<Beginning>): void {
  const ready = (): void => {
    place.replaceChildren();
    render(<Page session={session} nonce={nonce} />, place);
    if (said) session.tell(said);
    if (site) void keepOffline((said) => session.tell(said));
  };
  const session: Session = new Session(connect, ready, home, topic);
  session.open();
}

if (site) {
  void connecting(JSON.parse(site) as Site).then(open);
} else {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  open({ connect: (...both) => new Socket(`${scheme}://${location.host}/live${location.search}`, ...both) });
}
