// The deck's files, with numbers of lines.

import { t } from "../parts/words";

export interface DeckFile {
  name: string;
  text: string;
  cut?: boolean;
}

export function DeckFiles({ files }: { files: DeckFile[] }) {
  return (
    <div class="block">
      {files.map((file) => {
        const lines = file.text.split(/\r\n|\r|\n/);
        if (lines.at(-1) === "") lines.pop();
        return (
          <details class="deck-file">
            <summary>
              <span class="file-name">{file.name.split(/[\\/]/).pop()}</span>{" "}
              <span class="soft">{t("{number} lines", { number: lines.length })}</span>
            </summary>
            <div class="scroll" tabIndex={0} role="region" aria-label={file.name}>
              <pre>
                <code>
                  {lines.map((line) => (
                    <span class="code-line">{line + "\n"}</span>
                  ))}
                </code>
              </pre>
            </div>
            {file.cut && <p class="soft">{t("The rest of the file is not shown: the page would be too large.")}</p>}
          </details>
        );
      })}
    </div>
  );
}
