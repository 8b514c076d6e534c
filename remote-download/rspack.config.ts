import { defineRemote } from "@site/contracts/build";

export default defineRemote({ name: "download" });
