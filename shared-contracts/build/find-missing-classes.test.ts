import { describe, expect, test } from "vitest";
import { findMissingClasses } from "./find-missing-classes.ts";
import { listModuleNames } from "./module-names.ts";

const names = listModuleNames(`
  .button:hover, .wide > .icon { animation: spin 1s }
  @media (width > 10em) { .inner { &.open { } } }
  @keyframes spin { from { } 50.5% { } }
  :global(.outside) .escaped\\:name { }
  :export { gap: 4px }
`);

test("a CSS Module gives its classes, animations and exports, and nothing that it names globally", () => {
  expect([...names].toSorted()).toEqual(["button", "escaped:name", "gap", "icon", "inner", "open", "spin", "wide"]);
});

const find = (code: string, from = "./a.module.css"): string[] =>
  findMissingClasses("a.tsx", `import styles from "${from}";\n${code}`, () => names).map(
    ({ line, name, nearest }) => `${line} ${name} ${nearest}`,
  );

describe("a class that a CSS Module does not have is found with its line", () => {
  test.each([
    ["as a property", "\nexport const a = <b className={styles.buton} />;", "3 buton button"],
    ["as a text", 'export const a = styles["buton"];', "2 buton button"],
    ["in a template", "export const a = `wrap ${styles.opne}`;", "2 opne open"],
    ["in a choice", 'export const a = (b) => styles[b ? "button" : "wid"];', "2 wid wide"],
    ["taken out", "const { icon, iner: a } = styles;", "2 iner inner"],
    ["that is like none of them", "export const a = styles.xyz;", "2 xyz undefined"],
  ])("%s", (_where, code, found) => {
    expect(find(code)).toEqual([found]);
  });

  test.each([
    ["by its locals", "export const a = styles.locals.buton;"],
    ["by a name for its locals", "const classes = styles.locals;\nexport const a = classes.buton;"],
  ])("of a sheet %s", (_where, code) => {
    expect(find(code, "./a.module.css?sheet")).toEqual([`${code.split("\n").length + 1} buton button`]);
  });
});

test.each([
  ["one that is there", "export const a = [styles.button, styles.spin, styles['escaped:name'], styles.gap];"],
  ["a name that is made when the code runs", "export const a = (b) => styles[b] + styles[`${b}-x`];"],
  ["a parameter of the same name", "export const a = ({ styles }) => styles.buton;"],
  ["a sheet's own methods", "export const a = styles.toString();\n// ", "./a.module.css?sheet"],
  ["code that cannot be parsed, of which the compiler says more", "export const a = styles.buton +;"],
])("nothing is found in %s", (_what, code, from?: string) => {
  expect(find(code, from)).toEqual([]);
});

test("nothing is found of a module that cannot be read, of which the bundler says more", () => {
  const code = 'import styles from "./a.module.css";\nstyles.buton;';
  expect(findMissingClasses("a.tsx", code, () => undefined)).toEqual([]);
});
