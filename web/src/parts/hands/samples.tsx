// Sample hands: some that succeeded, some that failed, each drawn as cards, and one of them step by step.
//
// What comes in: samples of a topic and the deck's kinds.  What goes out: two lists of hands, and below them
// the trial that was chosen last.

import { useRef, useState } from "preact/hooks";

import { Hands } from "./cards";
import { Command } from "../command";
import { number, whole } from "../numbers";
import { TracePlayer } from "./trace";
import type { Kind, Sample } from "../types";
import { t, tn } from "../words";
import "./samples.css";

const FEW = 3; // hands of each list that are shown before somebody asks for the others

export function Samples({ samples, kinds }: { samples: Sample[]; kinds: Kind[] }) {
  const traced = samples.filter((one) => one.trace);
  const [chosen, setChosen] = useState<Sample | undefined>(
    traced.find((one) => one.success) ?? traced[0],
  );
  const place = useRef<HTMLHeadingElement>(null);
  if (!samples.length) return null;
  const choose = (sample: Sample) => {
    setChosen(sample);
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "start" });
  };
  const lists: [string, Sample[]][] = [
    [t("Hands that succeeded"), samples.filter((one) => one.success === true)],
    [t("Hands that failed"), samples.filter((one) => one.success === false)],
    [t("Hands"), samples.filter((one) => one.success === null)],
  ];
  return (
    <>
      <div class="block samples">
        {lists.map(
          ([title, list]) =>
            list.length > 0 && (
              <div class="sample-list">
                <h3>{title}</h3>
                <SampleList list={list.slice(0, FEW)} kinds={kinds} chosen={chosen} choose={choose} />
                {list.length > FEW && (
                  <details>
                    <summary>
                      {tn("One more hand", "{number} more hands", list.length - FEW)}
                      <span class="visually-hidden">: {title}</span>
                    </summary>
                    <SampleList list={list.slice(FEW)} kinds={kinds} chosen={chosen} choose={choose} />
                  </details>
                )}
              </div>
            ),
        )}
      </div>
      {chosen?.trace && (
        <div class="block">
          <h3 ref={place} tabIndex={-1} class="trace-title">
            {t("Trial {trial}, step by step", { trial: whole(chosen.trial) })}
            <Outcome sample={chosen} />
          </h3>
          <TracePlayer
            trace={chosen.trace}
            kinds={kinds}
            title={t("Trial {trial}, step by step", { trial: whole(chosen.trial) })}
          />
          <Command text={chosen.command} />
        </div>
      )}
    </>
  );
}

function SampleList(props: {
  list: Sample[];
  kinds: Kind[];
  chosen: Sample | undefined;
  choose: (sample: Sample) => void;
}) {
  const { list, kinds, chosen, choose } = props;
  return (
    <ul class="sample-hands">
      {list.map((sample) => (
        <li class="sample">
          <p class="sample-head">
            <span class="sample-trial">{t("Trial {trial}", { trial: whole(sample.trial) })}</span>
            <Outcome sample={sample} />
            {sample.trace && (
              <button
                type="button"
                class="quiet"
                aria-pressed={sample === chosen}
                onClick={() => choose(sample)}
              >
                {t("Step through")}
                <span class="visually-hidden"> {t("Trial {trial}", { trial: whole(sample.trial) })}</span>
              </button>
            )}
          </p>
          <Hands hands={sample.hands} kinds={kinds} />
        </li>
      ))}
    </ul>
  );
}

/** What came of a trial, in a few marks. */
export function Outcome({ sample }: { sample: Sample }) {
  const numbers = Object.entries(sample.stats).slice(0, 4);
  return (
    <span class="outcome">
      {sample.success === true && (
        <span class="mark good">{t("score {score}", { score: number(sample.score, 0) })}</span>
      )}
      {sample.success === false && <span class="mark failed">{t("failed")}</span>}
      {sample.combos.map((name) => (
        <span class="mark">{name}</span>
      ))}
      {sample.watch.map((name) => (
        <span class="mark plain">{name}</span>
      ))}
      {sample.success === null &&
        numbers.map(([name, value]) => (
          <span class="mark plain">
            {name} {value === null ? "–" : number(value, 0)}
          </span>
        ))}
    </span>
  );
}
