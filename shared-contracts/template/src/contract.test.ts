import { join } from "node:path";
import { describeRemote } from "@site/contracts/testing";

describeRemote("your-remote", { root: join(import.meta.dirname, "..") });
