// The shared libraries of the server, by the name a release's server file asks for them: with the exports that browsers have, and those of
// the server alone.
import * as jotai from "@site/contracts/react/shared/jotai";
import * as jotaiUtils from "@site/contracts/react/shared/jotai-utils";
import * as reactIntl from "@site/contracts/react/shared/react-intl";
import * as router from "@site/contracts/react/shared/react-router-dom";
import * as react from "react";
import * as reactJsxRuntime from "react/jsx-runtime";
import * as reactDom from "react-dom";
import * as reactDomServer from "react-dom/server";
import { StaticRouter } from "react-router-dom";

export const sharedModules: Record<string, unknown> = {
  jotai,
  "jotai/utils": jotaiUtils,
  react,
  "react/jsx-runtime": reactJsxRuntime,
  "react-dom": reactDom,
  "react-dom/server": reactDomServer,
  "react-intl": reactIntl,
  "react-router-dom": { ...router, StaticRouter },
};
