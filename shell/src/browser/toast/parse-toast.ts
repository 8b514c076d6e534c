import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import { overlayNameSchema, type Toast, toastChangeSchema, toastRequestSchema } from "@site/contracts/events/toast";

/**
 * A toast from what somebody sent. `newId` is asked when it has none.
 * @throws SiteError `TOAST_INVALID` with the field and what is wrong with it
 */
export function parseToast(detail: unknown, newId: () => string): Toast {
  const { id, class: classNames = "", ...toast } = parse(toastRequestSchema, detail);
  return { ...toast, class: classNames, id: id ?? newId() };
}

/**
 * A change of a toast from what somebody sent: its fields, and `apply` to get the toast it makes.
 * @throws SiteError `TOAST_INVALID` with the field and what is wrong with it, also when only the two together are wrong
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

/** The id in a wish about one toast. @throws SiteError `TOAST_INVALID` */
export function parseToastName(detail: unknown): string {
  return parse(overlayNameSchema, detail).id;
}

function parse<S extends v.GenericSchema>(schema: S, detail: unknown): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, detail);
  if (success) return output;
  const [{ message }] = issues;
  throw new SiteError("TOAST_INVALID", { path: v.getDotPath(issues[0]) ?? "the whole", problem: message });
}
