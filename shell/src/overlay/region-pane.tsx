import type { TesterFacts } from "../layout/tester-facts.ts";
import { BreakForm } from "./break-form.tsx";
import { readScripts, type Region, toShortVersion, toSize, toStatusText } from "./regions.ts";
import { SwapForm } from "./swap-form.tsx";

export interface RegionPaneProps {
  regions: readonly Region[];
  facts: TesterFacts;
  chosen: number | undefined;
  onChoose(key: number | undefined): void;
}

/** All regions in the order of the document; the chosen one with what can be done to its remote. */
export function RegionPane({ regions, facts, chosen, onChoose }: RegionPaneProps) {
  return (
    <ul className="list">
      {regions.map((region) => {
        const { key, island, version, host, status } = region;
        const [number, digest] = toShortVersion(version);
        const isChosen = key === chosen;
        return (
          <li key={key} className={`item ${status}${isChosen ? " open" : ""}`}>
            <button
              type="button"
              className="row"
              aria-expanded={isChosen}
              onClick={() => {
                onChoose(isChosen ? undefined : key);
                if (!isChosen) host.scrollIntoView({ block: "nearest" });
              }}
            >
              <span className="name">{island}</span>
              <span className="state">{toStatusText(region)}</span>
              <span className="quiet">
                {number} · <code>{digest}</code> · {facts.releases[region.remote]?.channel ?? "unknown"}
              </span>
            </button>
            {isChosen && <RegionDetail region={region} facts={facts} />}
          </li>
        );
      })}
    </ul>
  );
}

function RegionDetail({ region, facts }: { region: Region; facts: TesterFacts }) {
  const { remote, version, owner, htmlBytes, rendered } = region;
  const scripts = readScripts(remote);
  const rows: [string, string][] = [
    ["Release", `${remote}@${version}`],
    ["Owner", owner ?? "not named by the trust list"],
    [
      "HTML",
      `${toSize(htmlBytes)}, ${rendered === undefined ? "rendered by a server that did not measure" : `rendered in ${rendered} ms`}`,
    ],
    [
      `Scripts of ${remote}`,
      scripts.count === 0
        ? "none fetched"
        : `${scripts.count}, ${toSize(scripts.bytes)}, ${scripts.fetched === 0 ? "from the cache" : `${toSize(scripts.fetched)} over the network`}`,
    ],
  ];
  return (
    <div className="detail">
      <dl>
        {rows.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {remote !== "shell" && <BreakForm remote={remote} facts={facts} />}
      <SwapForm remote={remote} facts={facts} />
    </div>
  );
}
