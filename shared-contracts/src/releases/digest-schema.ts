import * as v from "valibot";

/** 96 lower-case hexadecimal digits. */
export const digestSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{96}$/, "expected a sha384 of 96 hexadecimal digits"));
