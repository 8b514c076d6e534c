import { defineRemote } from "@site/contracts/build";

export default defineRemote({ name: "your-remote", root: import.meta.dirname });
