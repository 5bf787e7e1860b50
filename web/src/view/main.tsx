// The page that `yispc view` serves: finds its server and draws itself as soon as it is welcome.

import { render } from "preact";

import "../parts/tokens.css";
import "./page.css";
import "./text.css";
import "./mistakes.css";
import "./answer.css";
import "./copies.css";
import "./past.css";
import "./found.css";
import "./beginning.css";
import "./dialogs.css";
import "./phone.css"; // last: it overrules the others
import { Page } from "./page";
import { Session } from "./session";

// Style elements of the editor need the nonce that the server gave this script (see README.md).
const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce ?? "";
const place = document.getElementById("page")!;
const scheme = location.protocol === "https:" ? "wss" : "ws";
const session: Session = new Session(`${scheme}://${location.host}/live${location.search}`, () => {
  place.replaceChildren();
  render(<Page session={session} nonce={nonce} />, place);
});
session.open();
