import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import { overlayNameSchema, type Toast, toastChangeSchema, toastRequestSchema } from "@site/contracts/events/toast";

/**
 * Parses the detail of `toast:requested`. `newId` is called when it has no id.
 * @throws SiteError `TOAST_INVALID` with the field and what is wrong with it
 */
export function parseToast(detail: unknown, newId: () => string): Toast {
  const { id, class: classNames = "", ...toast } = parse(toastRequestSchema, detail);
  return { ...toast, class: classNames, id: id ?? newId() };
}

/**
 * Parses the detail of `toast:updated`: its id, and `apply`, which answers the changed toast.
 * @throws SiteError `TOAST_INVALID` with the field and what is wrong with it, also when only toast and change together are wrong
 */
export function parseToastChange(detail: unknown): { id: string; hasTimeout: boolean; apply(toast: Toast): Toast } {
  const change = parse(toastChangeSchema, detail);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return {
    id: change.id,
    hasTimeout: change.timeout !== undefined,
    apply: (toast) => parseToast({ ...toast, class: toast.class || undefined, ...given }, () => toast.id),
  };
}

/** Parses the id in a request about one toast. @throws SiteError `TOAST_INVALID` */
export function parseToastName(detail: unknown): string {
  return parse(overlayNameSchema, detail).id;
}

function parse<S extends v.GenericSchema>(schema: S, detail: unknown): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, detail);
  if (success) return output;
  const [{ message }] = issues;
  throw new SiteError("TOAST_INVALID", { path: v.getDotPath(issues[0]) ?? "the whole", problem: message });
}
