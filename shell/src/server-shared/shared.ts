// The shared libraries of the server, by the name a release's server file asks for them.
import * as jotai from "jotai";
import * as jotaiUtils from "jotai/utils";
import * as react from "react";
import * as reactJsxRuntime from "react/jsx-runtime";
import * as reactDom from "react-dom";
import * as reactDomServer from "react-dom/server";
import * as reactIntl from "react-intl";
import * as reactRouterDom from "react-router-dom";

export const sharedModules: Record<string, unknown> = {
  jotai,
  "jotai/utils": jotaiUtils,
  react,
  "react/jsx-runtime": reactJsxRuntime,
  "react-dom": reactDom,
  "react-dom/server": reactDomServer,
  "react-intl": reactIntl,
  "react-router-dom": reactRouterDom,
};
