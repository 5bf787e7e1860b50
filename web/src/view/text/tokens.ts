// The pieces of a script, by the grammar that all editors share: docs/yisp.tmLanguage.json, which is made of
// the same table as everything else that colours Yisp.
//
// What comes in: the text of a script, whole or half written.  What goes out: its pieces with their TextMate
// scopes.  Of TextMate's rules it knows those that the grammar uses: `match` with captures that lie side by
// side, and `begin`/`end` for what may go over several lines.

import grammar from "../../../../docs/yisp.tmLanguage.json";

export interface Token {
  from: number;
  to: number;
  scope: string;
}

interface Written {
  match?: string;
  captures?: Record<string, { name: string }>;
  name?: string;
  begin?: string;
  end?: string;
}

interface Rule {
  pattern: RegExp;
  scopes: readonly (string | undefined)[];
}

const RULES: readonly Rule[] = (grammar.patterns as Written[]).map((written) => {
  if (written.begin !== undefined) {
    const name = scopeOf(written.name);
    return { pattern: sticky(`(${written.begin}[^]*?(?:${written.end}|$))`), scopes: [undefined, name] };
  }
  const scopes: (string | undefined)[] = [];
  for (const [group, { name }] of Object.entries(written.captures ?? {}))
    scopes[Number(group)] = scopeOf(name);
  return { pattern: sticky(written.match!), scopes };
});

export function tokens(script: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < script.length) at = step(script, at, found);
  return found;
}

function step(script: string, at: number, found: Token[]): number {
  for (const { pattern, scopes } of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(script);
    if (!match || !match[0]) continue;
    let from = at;
    for (let group = 1; group < match.length; group += 1) {
      const to = from + (match[group]?.length ?? 0);
      const scope = scopes[group];
      if (scope && to > from) found.push({ from, to, scope });
      from = to;
    }
    return pattern.lastIndex;
  }
  return at + 1;
}

/** Oniguruma's end of text is written otherwise here. */
function sticky(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll("\\Z", "(?![^])"), "y");
}

function scopeOf(name: string | undefined): string | undefined {
  return name?.replace(/\.yisp$/, "");
}
