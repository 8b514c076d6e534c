import { expect, test } from "vitest";
import { toImageKey } from "../src/islands/image.ts";
import { toPictureFile } from "./picture-file.ts";

test.each([
  ["felt.svg", "felt"],
  ["card-back_2.svg", "card-back_2"],
  ["hero.dark.svg", "hero-dark"],
  ["my picture (1).svg", "my-picture-1"],
  ["hero@2x.svg", "hero-2x"],
  ["seleção.svg", "selecao"],
  ["-a.svg", "a"],
  ["札.svg", "picture"],
])("artwork in a file named %s has an address at which servers draw it", (file, name) => {
  const built = toPictureFile(`src/artwork/${file}`).replace("[contenthash:8]", "1a2b3c4d");
  expect(toImageKey("lobby", `browser/${built}`)).toBe(`lobby/${name}.1a2b3c4d`);
});
