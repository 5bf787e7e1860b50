// The page that `yispc report` writes: finds its data in the document and draws it in place of the plain text.

import { render } from "preact";

import { speak } from "../parts/words";
import "../parts/tokens.css";
import { Page, type PageData } from "./page";

const data = JSON.parse(document.getElementById("yisp-data")!.textContent!) as PageData;
speak(data.messages);
const place = document.getElementById("page")!;
place.replaceChildren();
render(<Page data={data} />, place);
