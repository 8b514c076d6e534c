import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventShape } from "../src/releases/event-shape.ts";
import type { Release, ReleaseExpose } from "../src/releases/release.ts";
import type { ReleaseSurface } from "../src/releases/release-surface.ts";
import { runAlone, runTogether, type CheckedRelease, type CheckedSet } from "./release-check.ts";
import { listAloneChecks, listTogetherChecks } from "./release-checks.ts";

interface Part {
  exposes?: (Partial<ReleaseExpose> & { key: string })[];
  surface?: Partial<ReleaseSurface> | null;
}

/** A release as far as the checks of contracts read it. Its version is `1.0.0` and a number. */
function make(name: string, number: number, { exposes = [], surface = {} }: Part): { release: Release; label: string } {
  const version = `1.0.0-${String(number).padStart(12, "0")}`;
  const release: Release = {
    _type: "release",
    schemaVersion: 1,
    name,
    version,
    contract: "1.0.0",
    serverEntry: "server/entry.cjs",
    exposes: exposes.map((one) => ({ hydrate: "never", data: [], js: [], css: [], ...one })),
    shared: {},
    files: {},
    ...(surface && { surface: { sends: {}, hears: {}, messages: {}, ...surface } }),
  };
  return { release, label: `${name}@${version}` };
}

function toChecked(one: ReturnType<typeof make> | undefined): [string, CheckedRelease][] {
  return one ? [[one.release.name, { ...one, files: new Map(), description: undefined, others: [] }]] : [];
}

type Parts = Readonly<Record<string, Part>>;

/** The releases of a set; those that `changed` names have the version `1.0.0-…2`. */
function toSet(parts: Parts, changed: readonly string[] = []) {
  return new Map(
    Object.entries(parts).map(([name, part]) => [name, make(name, changed.includes(name) ? 2 : 1, part)] as const),
  );
}

/**
 * What is refused when releases of a live set are replaced: `code release: problem / what to do`.
 * @param areChecked whether each of them is checked alone besides
 */
function replace(live: Parts, next: Parts, { isPublish = true, areChecked = false } = {}): string[] {
  const before = toSet(live);
  const names = Object.keys(next);
  const releases = toSet({ ...live, ...next }, names);
  const set: CheckedSet = {
    candidates: new Map(areChecked ? names.flatMap((name) => toChecked(releases.get(name))) : []),
    releases,
    before,
    replaced: isPublish ? new Map([...before].filter(([name]) => names.includes(name))) : undefined,
    renderings: [],
    emptySlots: [],
    largePages: [],
    deadLinks: [],
    sharedIds: [],
  };
  return listTogetherChecks()
    .filter(({ name }) => name === "needs" || name === "removals")
    .flatMap((check) => runTogether(check, set))
    .map(({ code, release, problem, change }) =>
      `${code} ${release}: ${problem} / ${change}`.replaceAll(/1\.0\.0-0{11}/g, ""),
    );
}

const button = { key: "button", variants: ["hero", "menu"] };
const live: Parts = {
  shell: {
    exposes: [{ key: "quick-area", slots: ["download/button#menu"] }],
    surface: {
      places: ["content/home", "shell/quick-area"],
      sends: { "route:changed": ["name", "path"] },
      hears: { "toast:requested": [] },
    },
  },
  content: {
    exposes: [{ key: "home", slots: ["download/button#hero"] }],
    surface: { hears: { "route:changed": ["name"] }, sends: { "toast:requested": ["text"] }, messages: { en: 3 } },
  },
  download: { exposes: [button, { key: "page" }], surface: { sends: { "download:started": ["platform", "url"] } } },
};
const announced = (deprecates: Record<string, string>): Parts => ({
  ...live,
  download: { ...live["download"], surface: { ...live["download"]?.surface, deprecates } },
});

const announce = (key: string): string =>
  `Keep it. To remove it, add "${key}" with what to use instead to "deprecates" in package.json, promote that release, and remove it in the next one.`;
/** What a refusal for the sake of others says besides, once. */
const toRemove = (key: string): string =>
  ` To remove it, also add "${key}" with what to use instead to "deprecates" in package.json, promote that release, and remove it in the next one.`;
const unannounced = (name: string, what: string, key: string): string =>
  `RELEASE_REMOVAL_UNANNOUNCED ${name}@2: it no longer has ${what}; expected it, or its announcement in ${name}@1, which is live; found neither. / ${announce(key)}`;

describe("a published release is refused, with who, what, expected, found and what to do", () => {
  test.each<[string, Parts, string[]]>([
    [
      "without an island that a slot names",
      { download: { ...live["download"], exposes: [{ key: "page" }] } },
      [
        'RELEASE_CONTRACT_BROKEN download@2: shell/quick-area of shell@1 has a slot for download/button with the variant "menu"; expected download@2 to have the island button, found page. / Keep it in download, or promote a release of shell that does not ask for it first.' +
          toRemove("expose:button"),
        'RELEASE_CONTRACT_BROKEN download@2: content/home of content@1 has a slot for download/button with the variant "hero"; expected download@2 to have the island button, found page. / Keep it in download, or promote a release of content that does not ask for it first.',
      ],
    ],
    [
      "without a variant that a slot asks for",
      { download: { ...live["download"], exposes: [{ key: "button", variants: ["hero"] }, { key: "page" }] } },
      [
        'RELEASE_CONTRACT_BROKEN download@2: shell/quick-area of shell@1 has a slot for download/button with the variant "menu"; expected download@2 to declare the variant "menu" for it, found "hero". / Keep it in download, or promote a release of shell that does not ask for it first.' +
          toRemove("variant:button/menu"),
      ],
    ],
    [
      "with a slot for an island that its package does not have",
      { content: { ...live["content"], exposes: [{ key: "home", slots: ["download/buton"] }] } },
      [
        "RELEASE_CONTRACT_BROKEN content@2: content/home of content@2 has a slot for download/buton; expected download@1 to have the island buton, found button, page. / Name an island and a variant that are there, or promote the release that has them first.",
      ],
    ],
    [
      "without an island that the layout places",
      { content: { ...live["content"], exposes: [{ key: "start" }] } },
      [
        "RELEASE_CONTRACT_BROKEN content@2: the layout of shell@1 places content/home; expected content@2 to have the island home, found start. / Keep it in content, or promote a release of shell that does not ask for it first." +
          toRemove("expose:home"),
      ],
    ],
    [
      "that no longer sends an event that another hears",
      { shell: { ...live["shell"], surface: { ...live["shell"]?.surface, sends: {} } } },
      [
        "RELEASE_CONTRACT_BROKEN shell@2: content@1 hears route:changed; expected a release of the set that sends it, found none. / Send it from shell, or promote a release of content that does without it first." +
          toRemove("sends:route:changed"),
      ],
    ],
    [
      "that no longer sends a field that another reads",
      { shell: { ...live["shell"], surface: { ...live["shell"]?.surface, sends: { "route:changed": ["path"] } } } },
      [
        "RELEASE_CONTRACT_BROKEN shell@2: content@1 hears route:changed and reads name; expected a release of the set that sends it with name, found shell@2, which sends it with path. / Send it from shell, or promote a release of content that does without it first." +
          toRemove("sends:route:changed/name"),
      ],
    ],
    [
      "that no longer answers a request",
      { shell: { ...live["shell"], surface: { ...live["shell"]?.surface, hears: {} } } },
      [
        "RELEASE_CONTRACT_BROKEN shell@2: content@1 sends toast:requested; expected a release of the set that answers it, found none that hears it. / Hear it in shell, or promote a release of content that does not send it first." +
          toRemove("hears:toast:requested"),
      ],
    ],
    [
      "without an island that no release of the set uses, unannounced",
      { download: { ...live["download"], exposes: [button] } },
      [unannounced("download", "the island page", "expose:page")],
    ],
    [
      "without the messages of a language, unannounced",
      { content: { ...live["content"], surface: { ...live["content"]?.surface, messages: {} } } },
      [unannounced("content", "its messages in en", "locale:en")],
    ],
  ])("%s", (_what, next, problems) => {
    expect(replace(live, next)).toEqual(problems);
  });

  test("when it announces the removal of what it does not have", () => {
    const { release, label } = make("download", 1, announced({ "expose:buton": "Use page." })["download"] ?? {});
    const alone = { release, label, files: new Map(), description: undefined, others: [] };
    const check = listAloneChecks().filter(({ name }) => name === "announcements");
    expect(check.flatMap((one) => runAlone(one, alone)).map(({ code, problem }) => `${code} ${problem}`)).toEqual([
      'RELEASE_ANNOUNCEMENT_INVALID "deprecates" names expose:buton, which the release does not have; it has expose:button, variant:button/hero, variant:button/menu, expose:page, sends:download:started, sends:download:started/platform, sends:download:started/url.',
    ]);
  });
});

/** What the check of events says of a release of download with this surface. */
function findUnknown(surface: Partial<ReleaseSurface> | null): string[] {
  const { release, label } = make("download", 1, { surface });
  return listAloneChecks()
    .filter(({ name }) => name === "events")
    .flatMap((check) => runAlone(check, { release, label, files: new Map(), description: undefined, others: [] }))
    .map(({ code, problem, change }) => `${code} ${problem} / ${change}`);
}

describe("an event that the contract does not have", () => {
  const typo: Partial<ReleaseSurface> = {
    sends: { "download:started": ["url"], "download:begum": ["url"] },
    hears: { "route:chnaged": ["path"] },
  };

  test("is refused, with its name", () => {
    const change =
      "Correct the name to one of SiteEvents in @site/contracts/events/events, or have the event added there first.";
    expect(findUnknown(typo)).toEqual([
      `RELEASE_EVENT_UNKNOWN it sends download:begum, which is no event of the contract. / ${change}`,
      `RELEASE_EVENT_UNKNOWN it hears route:chnaged, which is no event of the contract. / ${change}`,
    ]);
  });

  test("passes where the manifest says its detail: the release is of a newer contract, which adds events", () => {
    expect(
      findUnknown({ ...typo, details: { "download:begum": { type: "text" }, "route:chnaged": { type: "text" } } }),
    ).toEqual([]);
  });

  test("is none in a release from before manifests had events", () => expect(findUnknown(null)).toEqual([]));

  test("is removed from a live release without an announcement", () => {
    const typos = { sends: { "download:begum": ["url"] }, hears: { "chat:reqested": [] } };
    expect(replace({ download: { surface: typos } }, { download: {} })).toEqual([]);
  });
});

describe("a field that an event of the contract does not have", () => {
  const started: EventShape = {
    type: "object",
    fields: { platform: { type: "text" }, url: { type: "text" }, reason: { type: "text" } },
    required: ["platform", "url"],
  };
  const find = (surface: Partial<ReleaseSurface>): string[] =>
    findUnknown({ details: { "download:started": started }, ...surface });
  const change =
    "Correct the name to a field of download:started in @site/contracts/events/events, or have the field added there first.";

  test("is refused where it is sent, and the field that is missing in its place is not reported as well", () =>
    expect(find({ sends: { "download:started": ["platfrom", "url"] } })).toEqual([
      `RELEASE_EVENT_UNKNOWN it sends download:started with platfrom, which that event does not have; it has platform, url, reason. / ${change}`,
    ]));

  test("is refused where it is read, also by a release that hears its own event", () =>
    expect(
      find({ sends: { "download:started": ["platform", "url"] }, hears: { "download:started": ["platfrom"] } }),
    ).toEqual([
      `RELEASE_EVENT_UNKNOWN it hears download:started and reads platfrom, which that event does not have; it has platform, url, reason. / ${change}`,
    ]));

  test("is refused once beside a live release: neither what is missing for it nor what others read is named as well", () => {
    const surface = { details: { "download:started": started }, sends: { "download:started": ["platform", "url"] } };
    const misspelt = { ...surface, sends: { "download:started": ["platfrom", "url"] } };
    const heard: Parts = {
      download: { surface },
      lobby: { surface: { details: surface.details, hears: { "download:started": ["platform"] } } },
    };
    expect(find(misspelt)).toHaveLength(1);
    expect(replace(heard, { download: { surface: misspelt } }, { isPublish: true, areChecked: true })).toEqual([]);
    // At a promote no release is checked alone.
    expect(replace(heard, { download: { surface: misspelt } })).not.toEqual([]);
  });

  test("is none where the code leaves open which fields there are, and where a field may be left out", () => {
    expect(find({ sends: { "download:started": ["*"] }, hears: { "download:started": ["*", "reason"] } })).toEqual([]);
    expect(find({ sends: { "download:started": ["platform", "url"] } })).toEqual([]);
  });

  test("is looked for in every choice of an event that is one of several", () => {
    const drawn: EventShape = {
      type: "object",
      fields: { id: { type: "text" }, title: { type: "text" } },
      required: ["id"],
    };
    const own: EventShape = {
      type: "object",
      fields: { id: { type: "text" }, dialog: { type: "element" } },
      required: ["id", "dialog"],
    };
    const details: ReleaseSurface["details"] = { "modal:requested": { type: "one of", shapes: [own, drawn] } };
    expect(findUnknown({ details, sends: { "modal:requested": ["id", "title"] } })).toEqual([]);
    expect(findUnknown({ details, sends: { "modal:requested": ["titel"] } })[0]).toContain(
      "it sends modal:requested with titel, which that event does not have; it has id, dialog, title.",
    );
    expect(findUnknown({ details, sends: { "modal:requested": ["title"] } })).toEqual([
      "RELEASE_EVENT_UNKNOWN it sends modal:requested without id, which that event always has. / Send id with it.",
    ]);
  });
});

test("A release that no longer has what it uses itself is not told to promote another release of itself first.", () => {
  const badge = { key: "badge" };
  const home = { key: "home", slots: ["content/badge"] };
  const sends = { "download:refused": ["platform"] };
  const hears = { "download:refused": ["platform"] };
  const before: Parts = { content: { exposes: [badge, home], surface: { sends, hears } } };
  expect(replace(before, { content: { exposes: [home], surface: { hears } } }, { isPublish: false })).toEqual([
    "RELEASE_CONTRACT_BROKEN content@2: content/home of content@2 has a slot for content/badge; expected content@2 to have the island badge, found home. / Keep it, or take its slot out of content/home.",
    "RELEASE_CONTRACT_BROKEN content@2: content@2 hears download:refused; expected a release of the set that sends it, found none. / Send it as before, or do without it.",
  ]);
});

describe("a removal", () => {
  const without: Parts = { download: { ...live["download"], exposes: [button] } };

  test("passes after a live release has announced it, when no release of the set uses it", () => {
    expect(replace(announced({ "expose:page": "Use download/button." }), without)).toEqual([]);
    expect(
      replace(announced({ "sends:download:started": "Use download:begun." }), {
        download: { exposes: [button, { key: "page" }] },
      }),
    ).toEqual([]);
  });

  test("is refused although it was announced, while a release of the set uses it", () => {
    const next: Parts = { download: { ...live["download"], exposes: [{ key: "page" }] } };
    expect(replace(announced({ "expose:button": "Use download/page." }), next)).toEqual([
      expect.stringContaining("RELEASE_CONTRACT_BROKEN download@2: shell/quick-area"),
      expect.stringContaining("RELEASE_CONTRACT_BROKEN download@2: content/home"),
    ]);
  });

  test("passes together with the release that used it, once it was announced", () => {
    const next: Parts = {
      shell: { ...live["shell"], exposes: [{ key: "quick-area" }] },
      content: { ...live["content"], exposes: [{ key: "home" }] },
      download: { ...live["download"], exposes: [{ key: "page" }] },
    };
    expect(replace(announced({ "expose:button": "Use download/page." }), next)).toEqual([]);
  });

  test("needs no announcement at a rollback, and may not break a release that stays", () => {
    expect(replace(live, without, { isPublish: false })).toEqual([]);
    expect(replace(live, { download: { exposes: [] } }, { isPublish: false })).toHaveLength(2);
  });

  test("of a slot is none: what its owner gives stays", () => {
    expect(replace(live, { content: { ...live["content"], exposes: [{ key: "home" }] } })).toEqual([]);
  });

  test("of an event that another package sends as well is none", () => {
    const both: Parts = { ...live, lobby: { surface: { sends: { "download:started": ["platform", "url"] } } } };
    expect(replace(both, { download: { exposes: [button, { key: "page" }] } })).toEqual([]);
  });
});

test("releases whose manifests do not say what they send and hear break nothing, on either side", () => {
  const silent: Parts = { ...live, shell: { ...live["shell"], surface: null } };
  expect(replace(live, { shell: { exposes: live["shell"]?.exposes ?? [], surface: null } })).toEqual([]);
  expect(replace(silent, { shell: { exposes: live["shell"]?.exposes ?? [], surface: {} } })).toEqual([]);
});

const without = (surface: Partial<ReleaseSurface>): Parts => ({
  download: { exposes: [button, { key: "page" }], surface },
});
const whole: Partial<ReleaseSurface> = {
  sends: { "download:started": ["platform", "url"], "download:refused": ["platform"] },
  hears: { "toast:requested": [] },
  messages: { en: 3, "pt-br": 3 },
};

describe("everything that a release can take away needs an announcement in the live release before it", () => {
  test.each<[string, string, Parts]>([
    ["expose:page", "the island page", { download: { exposes: [button], surface: whole } }],
    [
      "variant:button/large",
      'the variant "large" of the island button',
      { download: { exposes: [button, { key: "page" }], surface: whole } },
    ],
    [
      "sends:download:refused",
      "the event download:refused",
      without({ ...whole, sends: { "download:started": ["platform", "url"] } }),
    ],
    [
      "sends:download:started/url",
      "the field url of the event download:started",
      without({ ...whole, sends: { "download:started": ["platform"], "download:refused": ["platform"] } }),
    ],
    ["hears:toast:requested", "its answer to toast:requested", without({ ...whole, hears: {} })],
    ["locale:pt-br", "its messages in pt-br", without({ ...whole, messages: { en: 4 } })],
  ])("%s", (key, what, next) => {
    const exposes = [
      { ...button, variants: key.startsWith("variant:") ? ["hero", "menu", "large"] : button.variants },
      { key: "page" },
    ];
    const before = (deprecates: Record<string, string>): Parts => ({
      download: { exposes, surface: { ...whole, deprecates } },
    });
    expect(replace(before({}), next)).toEqual([unannounced("download", what, key)]);
    expect(replace(before({ "locale:en": "Stays." }), next)).toEqual([unannounced("download", what, key)]);
    expect(replace(before({ [key]: "Use something else." }), next)).toEqual([]);
  });
});

const words = fc.constantFrom("alpha", "beta", "gamma", "delta");
const owners = ["shell", "content", "download"];
const events = fc.dictionary(
  fc.constantFrom("route:changed", "download:started", "toast:requested", "modal:opened"),
  fc.uniqueArray(fc.oneof(words, fc.constant("*"))),
);
const part: fc.Arbitrary<Part> = fc.record({
  exposes: fc.uniqueArray(
    fc.record({
      key: words,
      variants: fc.uniqueArray(words, { minLength: 1 }),
      slots: fc.array(fc.tuple(fc.constantFrom(...owners), words, words).map(([a, b, c]) => `${a}/${b}#${c}`)),
    }),
    { selector: ({ key }) => key },
  ),
  surface: fc.record({ sends: events, hears: events, messages: fc.dictionary(fc.constantFrom("en", "de"), fc.nat()) }),
});
const parts = fc.record({ shell: part, content: part, download: part });

function union(a: readonly string[] = [], b: readonly string[] = []): string[] {
  return [...new Set([...a, ...b])];
}

function unionOf(a: Record<string, string[]> = {}, b: Record<string, string[]> = {}): Record<string, string[]> {
  return Object.fromEntries(union(Object.keys(a), Object.keys(b)).map((event) => [event, union(a[event], b[event])]));
}

/** Both parts together: what either of them has. New slots ask only for what the set has. */
function add(one: Part, more: Part): Part {
  const keys = new Set([...(one.exposes ?? []), ...(more.exposes ?? [])].map(({ key }) => key));
  const find = ({ exposes = [] }: Part, key: string) => exposes.find((expose) => expose.key === key);
  return {
    exposes: [...keys].map((key) => ({
      key,
      variants: union(find(one, key)?.variants, find(more, key)?.variants),
      slots: find(one, key)?.slots ?? [],
    })),
    surface: {
      sends: unionOf(one.surface?.sends, more.surface?.sends),
      hears: unionOf(one.surface?.hears, more.surface?.hears),
      messages: { ...one.surface?.messages, ...more.surface?.messages },
    },
  };
}

/** A set without the slots that it cannot fill: those are refused as soon as their release changes. */
function fill(set: Parts): Parts {
  return Object.fromEntries(
    Object.entries(set).map(([name, one]) => [
      name,
      {
        ...one,
        exposes: (one.exposes ?? []).map((expose) => ({
          ...expose,
          slots: (expose.slots ?? []).filter((slot) => {
            const [owner = "", key, variant = ""] = slot.split(/[/#]/);
            return set[owner]?.exposes?.find((other) => other.key === key)?.variants?.includes(variant);
          }),
        })),
      },
    ]),
  );
}

describe("in a set of any releases", () => {
  test("releases that only add islands, variants, events, fields, answers, needs and languages pass", () => {
    fc.assert(
      fc.property(parts, part, fc.constantFrom(...owners), (before, more, name) => {
        const filled = fill(before);
        expect(replace(filled, { [name]: add(filled[name] ?? {}, more) })).toEqual([]);
      }),
    );
  });

  test("the same releases under another version pass", () => {
    fc.assert(
      fc.property(parts, (before) => {
        const filled = fill(before);
        expect(replace(filled, filled)).toEqual([]);
      }),
    );
  });

  test("an island that is taken away is refused, unless it was announced and no slot asks for it", () => {
    fc.assert(
      fc.property(parts, fc.nat(), fc.boolean(), (before, index, isAnnounced) => {
        const filled = fill(before);
        const exposes = filled["download"]?.exposes ?? [];
        fc.pre(exposes.length > 0);
        const gone = exposes[index % exposes.length]?.key ?? "";
        const surface = {
          ...filled["download"]?.surface,
          ...(isAnnounced && { deprecates: { [`expose:${gone}`]: "x" } }),
        };
        const set = { ...filled, download: { exposes, surface } };
        const rest = exposes.filter(({ key }) => key !== gone);
        const isUsed = ["shell", "content"]
          .flatMap((name) => filled[name]?.exposes ?? [])
          .concat(rest)
          .some(({ slots = [] }) => slots.some((slot) => slot.startsWith(`download/${gone}#`)));
        expect(replace(set, { download: { ...filled["download"], exposes: rest } }).length > 0).toBe(
          isUsed || !isAnnounced,
        );
      }),
    );
  });
});
