// The page that `yispc report` writes: finds its data in the document and draws it in place of the plain text.
// While it is printed everything is unfolded, since nobody unfolds paper; but for the numbers of charts.

import { render } from "preact";

import { speak } from "../parts/words";
import "../parts/tokens.css";
import { Page, type PageData } from "./page";

const data = JSON.parse(document.getElementById("yisp-data")!.textContent!) as PageData;
speak(data.messages);
const place = document.getElementById("page")!;
place.replaceChildren();
render(<Page data={data} />, place);

let unfolded: HTMLDetailsElement[] = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open], .numbers)")];
  for (const one of unfolded) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of unfolded) one.open = false;
});
