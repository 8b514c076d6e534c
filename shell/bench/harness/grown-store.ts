import type { Layout } from "@site/contracts/pages/layout";
import { layoutFile, parseLayout } from "@site/contracts/pages/layout";
import type { PackageName } from "@site/contracts/names/package-name";
import { toServerSource, writeFixtureRelease } from "../../src/server/testing/fixture-release.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { promote } from "../../src/server/publishing/promote.ts";
import { readRelease } from "../../src/server/releases/release-files.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { addTeam } from "../../src/server/releases/trust/change-teams.ts";
import { writeEdited } from "./edit-release.ts";
import type { BenchResources } from "./bench-resources.ts";
import { openStore } from "./serve-site.ts";

/** A package on some of the further pages: on this many of them, from the first or a later one on. */
export interface NotePackage {
  name: PackageName;
  pages: number;
  /** The number of the first page that has it, from 1. */
  from?: number;
}

/** A store with the built packages and many further pages, each with the real header, footer and styles. */
export interface GrownStore {
  storeDir: string;
  /** The addresses of the further pages, in order. */
  guides: readonly string[];
  /** Admits a new version of a note, checked with the live set, so that it can be promoted at once. */
  prepare(note: NotePackage): Promise<() => Promise<void>>;
}

/** The package that owns the further pages. */
const guideName: PackageName = "guide";

/** Paragraphs of a further page, each of about 90 words: as much text as a page of policies has. */
const paragraphs = 12;

/**
 * Makes a store with further pages: the shell's layout names them, and each note is on the given number of them.
 * @param stored the number of further stored releases that were never live
 */
export async function openGrownStore(
  resources: BenchResources,
  count: number,
  notes: readonly NotePackage[],
  stored = 0,
): Promise<GrownStore> {
  const storeDir = await openStore(resources);
  const { keysDir, trustDir } = toStorePlaces(storeDir);
  for (const name of [guideName, ...notes.map((note) => note.name)])
    await addTeam({ keysDir, trustDir }, name, `bench team ${name}`);
  const store = await openReleaseStore(toStorePlaces(storeDir), { signs: true });
  const guides = Array.from({ length: count }, (_, index) => `/guides/${index + 1}/`);

  const versions: Record<PackageName, string> = {
    ...(await readLive(store)),
    shell: await admitShell(resources, store, guides),
  };
  versions[guideName] = await admitFixture(resources, store, guideName, "page", toGuideSource(notes));
  let edition = 0;
  const admitNote = ({ name }: NotePackage): Promise<string> => {
    edition += 1;
    return admitFixture(resources, store, name, "note", toServerSource(`edition ${edition} of`));
  };
  if (notes[0]) for (let more = 0; more < stored; more += 1) await admitNote(notes[0]);
  for (const note of notes) versions[note.name] = await admitNote(note);
  await store.countersign(await store.toSet(versions), { sites: ["GGPPH"], checks: [] });
  await promote(store, versions, { why: "many pages" });

  return {
    storeDir,
    guides,
    async prepare(note) {
      const fresh = { [note.name]: await admitNote(note) };
      await store.countersign(await store.toSet({ ...(await readLive(store)), ...fresh }), {
        sites: ["GGPPH"],
        checks: [],
      });
      return async () => void (await promote(store, fresh, { why: "measuring" }));
    },
  };
}

async function readLive(store: ReleaseStore): Promise<Record<PackageName, string>> {
  const current = await store.current();
  if (!current) throw new Error("Nothing is live in the store.");
  return current.set.versions;
}

/** The live shell, with a route for each further page. */
async function admitShell(resources: BenchResources, store: ReleaseStore, guides: readonly string[]): Promise<string> {
  const loaded = await store.load("shell", (await readLive(store))["shell"] ?? "");
  const folder = await resources.folder();
  const version = await writeEdited(loaded, folder, layoutFile, (text) => {
    const layout: Layout = parseLayout(text, loaded.label);
    const more = guides.map((path, index) => ({
      name: `guide-${index + 1}`,
      path,
      layout: "contents",
      page: `${guideName}/page`,
    }));
    return JSON.stringify({ ...layout, routes: [...layout.routes, ...more] });
  });
  await store.admit(await readRelease(folder, "shell"));
  return version;
}

async function admitFixture(
  resources: BenchResources,
  store: ReleaseStore,
  name: PackageName,
  key: string,
  server: string,
): Promise<string> {
  const { folder, version } = await writeFixtureRelease(name, await resources.folder(), { exposes: [{ key }], server });
  await store.admit(await readRelease(folder, name));
  return version;
}

/** A page of text, with a slot for each of its notes. */
function toGuideSource(notes: readonly NotePackage[]): string {
  return toServerSource(
    guideName,
    `
    const number = Number(context.page.path.split("/")[2]);
    const words = "table player chip blind raise river hand round seat card stack level limit event ticket lobby session account".split(" ");
    let state = number;
    const pick = () => words[(state = (state * 48271) % 2147483647) % words.length];
    const text = Array.from({ length: ${paragraphs} }, () => "<p>" + Array.from({ length: 90 }, pick).join(" ") + ".</p>").join("");
    const places = ${JSON.stringify(notes)}.filter(({ pages, from = 1 }) => number >= from && number < from + pages).map(({ name }) => '<div data-slot="' + name + '/note" data-variant=""></div>').join("");
    return {
      html: "<article><h1>Guide " + number + "</h1>" + places + text + "</article>",
      head: { title: "Guide " + number, description: "What guide " + number + " says" },
      readsVisitor: false,
    };`,
  );
}
