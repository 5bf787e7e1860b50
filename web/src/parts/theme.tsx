// Light, dark, or as the system has it.

import { useEffect, useState } from "preact/hooks";

import { t } from "./words";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const KEPT = "yisp-theme";

/** What was chosen before; pages that may keep nothing begin as the system has it. */
function kept(): Theme {
  try {
    const found = localStorage.getItem(KEPT);
    return THEMES.find((one) => one === found) ?? "system";
  } catch {
    return "system";
  }
}

export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(kept);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEPT, theme);
    } catch {
      // then it holds until the page is closed
    }
  }, [theme]);
  const names: Record<Theme, string> = {
    system: t("Auto"),
    light: t("Light"),
    dark: t("Dark"),
  };
  return (
    <label class="theme">
      <span class="visually-hidden">{t("Colours")}</span>
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        {THEMES.map((one) => (
          <option value={one}>{names[one]}</option>
        ))}
      </select>
    </label>
  );
}
