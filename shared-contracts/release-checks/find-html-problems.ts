import { findFragmentProblems } from "../answers/find-fragment-problems.ts";
import { htmlTags } from "../answers/allowed-html.ts";
import { type HtmlElement, type HtmlProblem, scanHtml } from "../answers/scan-html.ts";

/**
 * The problems of a fragment's HTML: those for which a server refuses it ({@link findFragmentProblems}), duplicate and missing ids,
 * and pictures that the page's policy drops.
 * @param isInRelease whether an island of the same release has an element with the id: a button may open it
 * @param imageOrigin the image host of the site that the page is of, where it has one
 */
export function findHtmlProblems(
  html: string,
  isInRelease: (id: string) => boolean = () => false,
  imageOrigin?: string,
): HtmlProblem[] {
  if (html.trim() === "") return [];
  const scanned = scanHtml(html);
  return [
    ...findFragmentProblems(html, scanned),
    ...findDoubleIds(scanned.elements),
    ...findDanglingReferences(scanned.elements, isInRelease),
    ...findForeignPictures(scanned.elements, imageOrigin),
  ];
}

function findDoubleIds(elements: readonly HtmlElement[]): HtmlProblem[] {
  const seen = new Set<string>();
  const double = new Map<string, number>();
  for (const { attributes, at } of elements) {
    const id = attributes.get("id");
    if (id === undefined) continue;
    if (seen.has(id) && !double.has(id)) double.set(id, at);
    seen.add(id);
  }
  return [...double].map(([id, at]) => ({ problem: `The id ${id} stands twice.`, at }));
}

/** Only references that must stay inside the fragment, or the release: a link may lead to an id of any island. */
const references = [
  "for",
  "headers",
  "list",
  "aria-activedescendant",
  "aria-controls",
  "aria-describedby",
  "aria-details",
  "aria-errormessage",
  "aria-flowto",
  "aria-labelledby",
  "commandfor",
  "interestfor",
  "popovertarget",
];

/** Attributes of a button that opens or changes an element, which may be of another island of the release. */
export const invokers: ReadonlySet<string> = new Set(["commandfor", "interestfor", "popovertarget"]);

function findDanglingReferences(elements: readonly HtmlElement[], isInRelease: (id: string) => boolean): HtmlProblem[] {
  const ids = new Set(elements.map(({ attributes }) => attributes.get("id")));
  return elements.flatMap(({ tag, attributes, at }) =>
    references.flatMap((name) =>
      (attributes.get(name)?.split(/\s+/) ?? [])
        .filter((id) => id !== "" && !ids.has(id) && !(invokers.has(name) && isInRelease(id)))
        .map((id) => ({ problem: `<${tag} ${name}> names the id ${id}, which is not there.`, at })),
    ),
  );
}

/** One address of a `srcset`: a comma follows, or white space with descriptors such as `2x`. */
const listed = /[\s,]*(?:([^\s,]\S*),(?=\s|$)|([^\s,]\S*)[^,]*)/g;

/** Pictures of other hosts, which the page's policy blocks: it allows the site and its image host. */
function findForeignPictures(elements: readonly HtmlElement[], imageOrigin: string | undefined): HtmlProblem[] {
  return elements.flatMap(({ tag, attributes, at }) =>
    // Other elements with a `src` are refused by findFragmentProblems, with any address.
    (htmlTags.has(tag) ? ["src", "srcset"] : []).flatMap((name) => {
      const value = attributes.get(name) ?? "";
      const addresses = name === "srcset" ? [...value.matchAll(listed)].map(([, last, one]) => last ?? one) : [value];
      const foreign = addresses.find((address) => isForeign(address, imageOrigin));
      if (foreign === undefined) return [];
      const problem = `<${tag} ${name}> shows a picture of another host, which the content security policy drops: ${foreign.slice(0, 80)}. Import it as artwork, or name a path of this site.`;
      return [{ problem, at }];
    }),
  );
}

/** Whether an address is a valid https address on another host than the image host. Other invalid addresses are refused by findFragmentProblems. */
function isForeign(address: string | undefined, imageOrigin: string | undefined): address is string {
  return (
    address !== undefined &&
    /^https:/i.test(address) &&
    URL.canParse(address) &&
    new URL(address).origin !== imageOrigin
  );
}
