import type { ReactNode } from "react";
import { countryRules } from "../../../src/visitor/country-rule.ts";
import type { IslandDescriptor } from "../../../src/islands/island.ts";
import { fakePages } from "../../fake-pages.ts";
import type { BenchSite } from "../bench-data.ts";
import { devices, flagNames, type Settings } from "../settings.ts";

interface ControlsProps {
  settings: Settings;
  change: (change: Partial<Settings>) => void;
  /** Chooses an expose, with the page it belongs to. */
  choose: (expose: string) => void;
  exposes: readonly IslandDescriptor[];
  locales: readonly string[];
  variants: readonly string[];
  sites: readonly BenchSite[];
}

const widths = [
  [0, "all"],
  [320, "320"],
  [390, "390"],
  [820, "820"],
  [1244, "1244"],
  [1440, "1440"],
] as const;

/** Everything the fake shell tells the island, to choose. */
export function Controls({ settings, change, choose, exposes, locales, variants, sites }: ControlsProps) {
  const page = fakePages.find(({ name, path }) => name === settings.name && path === settings.path);
  return (
    <form className="controls" aria-label="Settings" onSubmit={(event) => event.preventDefault()}>
      <Choice label="Expose" value={settings.expose} options={exposes.map(({ key }) => key)} onChoose={choose} />
      <label>
        Variant
        <input
          list="variants"
          value={settings.variant}
          placeholder="none"
          onChange={({ target }) => change({ variant: target.value })}
        />
        <datalist id="variants">
          {variants.map((variant) => (
            <option key={variant}>{variant}</option>
          ))}
        </datalist>
      </label>
      {variants.length > 0 && (
        <p className="quick">
          {variants.map((variant) => (
            <button
              key={variant}
              type="button"
              aria-pressed={variant === settings.variant}
              onClick={() => change({ variant })}
            >
              {variant}
            </button>
          ))}
        </p>
      )}
      <Choice
        label="Page"
        value={page?.name ?? ""}
        options={["", ...fakePages.map(({ name }) => name)]}
        onChoose={(name) => {
          const chosen = fakePages.find((one) => one.name === name);
          if (chosen) change({ name, path: chosen.path });
        }}
      />
      <Field label="Path" value={settings.path} onEnter={(path) => change({ path })} />
      <Field
        label="Query"
        value={settings.search}
        onEnter={(search) => change({ search: search.replace(/^\?/, "") })}
      />
      <Field label="Route name" value={settings.name} onEnter={(name) => change({ name })} />
      <Choice
        label="Country rule"
        value={settings.rule}
        options={countryRules}
        onChoose={(rule) => change({ rule: countryRules.find((one) => one === rule) ?? "none" })}
      />
      <Choice
        label="Language of a site"
        value={toSiteLocale(sites, settings)}
        options={["", ...sites.flatMap(({ siteId, locales: codes }) => codes.map((code) => `${siteId} ${code}`))]}
        onChoose={(chosen) => {
          const [siteId, locale] = chosen.split(" ");
          const site = sites.find((one) => one.siteId === siteId);
          if (site && locale !== undefined) change({ locale, prefix: site.prefix });
        }}
      />
      <Choice
        label="Locale"
        value={settings.locale}
        options={[...new Set([...locales, ...sites.flatMap((site) => site.locales), settings.locale, "fi"])]}
        onChoose={(locale) => change({ locale })}
      />
      <Switch label="Paths carry the locale" on={settings.prefix} onFlip={(prefix) => change({ prefix })} />
      <Choice
        label="Device"
        value={settings.device}
        options={devices}
        onChoose={(device) => change({ device: devices.find((one) => one === device) ?? "none" })}
      />
      <fieldset>
        <legend>Width</legend>
        <p className="quick">
          {widths.map(([width, label]) => (
            <button key={width} type="button" aria-pressed={width === settings.width} onClick={() => change({ width })}>
              {label}
            </button>
          ))}
        </p>
      </fieldset>
      <Switch label="JavaScript" on={settings.scripts} onFlip={(scripts) => change({ scripts })} />
      <fieldset>
        <legend>Flags of the site</legend>
        {flagNames.map((name) => (
          <Switch
            key={name}
            label={name}
            on={settings.flags[name]}
            onFlip={(on) => change({ flags: { ...settings.flags, [name]: on } })}
          />
        ))}
      </fieldset>
    </form>
  );
}

/** The first site that has the locale of the settings in its paths as they do. */
function toSiteLocale(sites: readonly BenchSite[], { locale, prefix }: Settings): string {
  const site = sites.find((one) => one.prefix === prefix && one.locales.includes(locale));
  return site ? `${site.siteId} ${locale}` : "";
}

function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: string;
  options: readonly string[];
  onChoose: (value: string) => void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option === "" ? "another" : option}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Takes its value on blur or Enter, so that an incomplete path loads nothing. */
function Field({
  label,
  value,
  onEnter,
}: {
  label: string;
  value: string;
  onEnter: (value: string) => void;
}): ReactNode {
  return (
    <label>
      {label}
      <input
        key={value}
        defaultValue={value}
        onBlur={({ target }) => target.value !== value && onEnter(target.value)}
        onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
      />
    </label>
  );
}

function Switch({ label, on, onFlip }: { label: string; on: boolean; onFlip: (on: boolean) => void }) {
  return (
    <label className="switch">
      <input type="checkbox" checked={on} onChange={({ target }) => onFlip(target.checked)} />
      {label}
    </label>
  );
}
