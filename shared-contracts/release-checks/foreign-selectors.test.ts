import { describe, expect, test } from "vitest";
import type { PackageName } from "../src/names/package-name.ts";
import { findForeignSelectors } from "./foreign-selectors.ts";

function findForeignSelector(css: string, name: PackageName): string | undefined {
  return findForeignSelectors(css, name, [
    "shell",
    "navigation",
    "support",
    "support-chat",
    "content",
    "compliance",
  ])[0];
}

describe("a style sheet of a remote", () => {
  test("is not another's whose name goes on where its own ends", () => {
    expect(findForeignSelector(".support-chat-panel{color:red}", "support")).toBe(".support-chat-panel");
    expect(findForeignSelector(".support-panel{color:red}", "support")).toBeUndefined();
    expect(findForeignSelector(".support-chat-panel{color:red}", "support-chat")).toBeUndefined();
  });

  test.each([
    ".content-card-root{color:red}",
    ".content-card-root .content-card-title>span::before{content:''}",
    "a.content-link:hover,.content-card-root:focus-visible{color:red}",
    ".content-card-root h2,.content-card-root[open] summary{margin:0}",
    "@layer remote{.content-a{color:red}@media (min-width:768px){.content-b{color:red}}}",
    "@supports (color:lch(0 0 0)){@container (width>1px){.content-a{color:red}}}",
    "@keyframes content-spin{from{opacity:0}50%{opacity:.5}to{opacity:1}}",
    "@media (prefers-reduced-motion){@-webkit-keyframes content-x{0%{opacity:0}}}",
    ".content-a{& .inner{color:red}&:hover{color:red}h2{color:red}}",
    ".content-a{@media print{& span{color:red}}}",
    "html[data-platform=ios] .content-a{color:red}",
    "@media print{}",
    "",
  ])("may be %s", (css) => {
    expect(findForeignSelector(css, "content")).toBeUndefined();
  });

  test.each([
    ["body{display:none}", "body"],
    ["*{display:none}", "*"],
    [":root{--color-action:red}", ":root"],
    ["#app{display:none}", "#app"],
    ["[data-island]{display:none}", "[data-island]"],
    [".navigation-header-root{display:none}", ".navigation-header-root"],
    [".contentious{color:red}", ".contentious"],
    [".content{color:red}", ".content"],
    [".content-a{color:red}.button{color:red}", ".button"],
    [".content-a,main{color:red}", "main"],
    ["@layer remote{.content-a{color:red}header{display:none}}", "header"],
    ["@media (min-width:1px){@supports (display:grid){h1{color:red}}}", "h1"],
    ["a[title='.content-a']{color:red}", "a[title='.content-a']"],
  ])("is refused for %s", (css, selector) => {
    expect(findForeignSelector(css, "content")).toBe(selector);
  });

  test.each([
    ".content-a .navigation-header-root{display:none}",
    ".content-a~.compliance-notice-root{display:none}",
    "body:has(.content-a) .compliance-notice-root{display:none}",
  ])("is refused when it reaches from its own class into another package's: %s", (css) => {
    expect(findForeignSelector(css, "content")).toBeDefined();
  });

  test.each([
    ":not(.content-a){display:none}",
    "*:not(.content-a):not(html){display:none}",
    ":is(.content-a,body){display:none}",
    ":where(.content-a,*){display:none}",
  ])("is refused when its own class only says what else is meant: %s", (css) => {
    expect(findForeignSelector(css, "content")).toBeDefined();
  });

  test.each(["& body{display:none}", "body:not(&){display:none}", "a[href*='&']{display:none}"])(
    "is refused for an ampersand that stands in no rule: %s",
    (css) => {
      expect(findForeignSelector(css, "content")).toBeDefined();
    },
  );

  test.each([
    "html:has(&){display:none}",
    "body:not(&){display:none}",
    ":is(main,&){display:none}",
    ":where(&,*) a{display:none}",
    "@media screen{header:has(~ &){display:none}}",
    "&:hover{html:has(&){display:none}}",
    "a,html:has(&){display:none}",
  ])("is refused when a rule inside its own names that one only as a condition on others: %s", (nested) => {
    expect(findForeignSelector(`.content-a{${nested}}`, "content")).toBeDefined();
  });

  test.each([
    "&:hover{color:red}",
    "& + &{color:red}",
    ".dark &{color:red}",
    ":is(&,& > a){color:red}",
    "&:has(img){color:red}",
    "a[href*='&']{color:red}",
  ])("may name the rule above as what it is about: %s", (nested) => {
    expect(findForeignSelector(`.content-a{${nested}}`, "content")).toBeUndefined();
  });

  test("may nest a plain selector inside a condition inside its own rule", () => {
    expect(findForeignSelector(".content-a{@media print{span{color:red}}}", "content")).toBeUndefined();
  });

  test("that is no CSS is not let through silently", () => {
    expect(() => findForeignSelector(".content-a{", "content")).toThrow("Unclosed block");
  });

  test("is judged by the whole name: support-chat is not support", () => {
    expect(findForeignSelector(".support-chat-launcher{color:red}", "support-chat")).toBeUndefined();
    expect(findForeignSelector(".support-launcher{color:red}", "support-chat")).toBe(".support-launcher");
  });
});
