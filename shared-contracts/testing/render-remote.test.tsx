import { useId } from "react";
import { FormattedMessage } from "react-intl";
import { expect, test } from "vitest";
import { defineIsland } from "../react/define-island.ts";
import { useIslandContext } from "../react/site-context.tsx";
import { renderRemote } from "./render-remote.ts";

function Greeting() {
  const { site, variant } = useIslandContext();
  return (
    <p id={useId()} className={variant}>
      <FormattedMessage id="greeting" values={{ name: site.name }} />
    </p>
  );
}

const island = defineIsland({
  component: Greeting,
  hydrate: "never",
  head: ({ site }, text) => ({ title: text("greeting", { name: site.name }), description: "A greeting" }),
});
const messages = { greeting: "Welcome to {name}" };

test("A remote's test sees the HTML and the head its server would answer.", () => {
  const { html, head } = renderRemote(island, { messages, context: { variant: "hero" }, id: "test/greeting" });
  expect(html).toMatch(/^<p id="_test-greeting-.+" class="hero">Welcome to GGP Poker<\/p>$/);
  expect(head).toEqual({ title: "Welcome to GGP Poker", description: "A greeting" });
});

test("A message that is missing fails the remote's test, as it would fail the release.", () => {
  expect(() => renderRemote(island)).toThrow(/greeting/);
});
