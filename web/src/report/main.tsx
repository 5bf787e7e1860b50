// The page that `yispc report` writes: finds its data in the document and draws it.

import { render } from "preact";

import type { Report } from "../parts/types";
import { TopicResults } from "../parts/topic";
import { speak } from "../parts/words";
import "../parts/tokens.css";

const data = JSON.parse(document.getElementById("yisp-data")!.textContent!) as {
  report: Report;
  messages: Record<string, string>;
};
speak(data.messages);
const place = document.getElementById("page")!;
place.replaceChildren();
render(
  <main>
    {data.report.topics.map((topic) => (
      <section>
        <h2>{topic.name}</h2>
        <TopicResults topic={topic} />
      </section>
    ))}
  </main>,
  place,
);
