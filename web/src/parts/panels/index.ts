// The panels there are, by the kind of their study (yisp/view/work/panels).

import { advise } from "./advise";
import { build } from "./build";
import { compare } from "./compare";
import { copies } from "./copies";
import type { PanelKind } from "./kinds";
import { policies } from "./policies";
import { why } from "./why";
import { worth } from "./worth";

// Each knows its own content, and nobody else does.
export const PANELS: Readonly<Record<string, PanelKind<any>>> = {
  worth,
  copies,
  build,
  why,
  policies,
  compare,
  advise,
};
