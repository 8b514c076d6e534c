import { createFakeContext } from "@site/contracts/testing/fake-site";
import { siteCookies } from "./site-cookies.ts";
import { describe, expect, test } from "vitest";
import { policyNames } from "../testing/page-name.ts";
import { readPolicy, renderPage } from "../testing/render-text.tsx";
import { cookieWords } from "./content/pt-br/cookies.ts";
import { responsibleCopy } from "./content/responsible-gaming.ts";
import { parsePolicy } from "./parse-policy.ts";

const brazil = createFakeContext({ locale: { code: "pt-br", languageTag: "pt-BR", prefix: "/pt-br" } });

/** Copy with each text replaced by the numbers and placeholders in it. */
const measure = (copy: unknown): unknown =>
  JSON.parse(JSON.stringify(copy), (_key, value: unknown) =>
    typeof value === "string" ? (value.match(/\d+|\{\w+\}/g) ?? []).toSorted().join() : value,
  );

/** What a translation of a clause has in common with the original. */
interface Clause {
  id: string | undefined;
  numbers: string[];
  /** Links, placeholders and conditions, in the order of the alphabet. */
  marks: string[];
  /** Paragraphs, list items and rows of tables. */
  lines: number;
}

const listIds = (html: string): string[] => [...html.matchAll(/<h[2-4] id="([^"]+)"/g)].map(([, id = ""]) => id);

/** A policy's clauses with the ids they have on its page. */
function listClauses(body: string, ids: readonly string[]): Clause[] {
  return body.split(/^(?=#{2,4} )/m).map((clause, place) => {
    const text = clause.replace(/\{#[a-z0-9-]+\}$/m, "");
    return {
      id: place === 0 ? undefined : ids[place - 1],
      numbers: (text.match(/\d+/g) ?? []).toSorted(),
      marks: [...text.matchAll(/\]\(([^)]+)\)|\{[^}]+\}/g)].map(([mark, link]) => link ?? mark).toSorted(),
      lines: text.split("\n").filter((line) => line.trim() !== "").length,
    };
  });
}

/** A page without conditions that drop clauses, so that each file's headings are all on it. */
const whole = { ...brazil.data, "used-vendors": ["analytics" as const, "chat" as const, "consent" as const] };

describe.each(policyNames)("the policy %s", (name) => {
  const policies = [parsePolicy(readPolicy(name)), parsePolicy(readPolicy(`pt-br/${name}`))] as const;

  test("has the same clauses, numbers, links and lines in Portuguese as in English", () => {
    const ids = [
      listIds(renderPage(name, { data: whole })),
      listIds(renderPage(name, { ...brazil, data: whole })),
    ] as const;
    expect(ids[1]).toEqual(ids[0]);
    expect(listClauses(policies[1].body, ids[1])).toEqual(listClauses(policies[0].body, ids[0]));
  });

  test("took effect on the same day, in the same version", () => {
    const [english, portuguese] = policies;
    expect([portuguese.effectiveDate, portuguese.version]).toEqual([english.effectiveDate, english.version]);
  });
});

test("B257 a date is written in the page's language", () => {
  expect(renderPage("privacy-policy")).toContain('<time dateTime="2024-06-28">28 June 2024</time>');
  expect(renderPage("privacy-policy", brazil)).toContain('<time dateTime="2024-06-28">28 de junho de 2024</time>');
});

test("every cookie is explained in Portuguese", () => {
  expect(Object.keys(cookieWords.cookies).toSorted()).toEqual(siteCookies.map(({ name }) => name).toSorted());
});

test("responsible gaming has as many signs, limits, steps and advice in Portuguese as in English, and the same numbers", () => {
  expect(measure(responsibleCopy["pt-br"])).toEqual(measure(responsibleCopy.en));
});
