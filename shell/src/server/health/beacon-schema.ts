import * as v from "valibot";
import { type Beacon, beaconChannels, maxPlaces, maxProblems, problemKinds, vitalNames } from "../../layout/beacon.ts";

/** Packages that a document can know. */
const maxReleases = 16;

/** Highest value of a web vital that is accepted, in milliseconds. */
const maxVital = 600_000;

const nameSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,40}$/));

/** What a browser reports of one document. All texts are names of packages, versions, and files with a line and a column. */
export const beaconSchema = v.strictObject({
  channel: v.picklist(beaconChannels),
  releases: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,40}@[\w.-]{1,64}$/))),
    v.minLength(1),
    v.maxLength(maxReleases),
  ),
  problems: v.pipe(
    v.array(
      v.strictObject({
        kind: v.picklist(problemKinds),
        remote: v.exactOptional(nameSchema),
        at: v.pipe(
          v.array(v.pipe(v.string(), v.maxLength(160), v.regex(/^[a-z][a-z0-9-]{0,40}\/[\w./-]+:\d{1,6}:\d{1,7}$/))),
          v.maxLength(maxPlaces),
        ),
      }),
    ),
    v.maxLength(maxProblems),
  ),
  vitals: v.pipe(
    v.array(
      v.strictObject({
        name: v.picklist(vitalNames),
        remote: nameSchema,
        value: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(maxVital)),
      }),
    ),
    v.maxLength(vitalNames.length),
  ),
}) satisfies v.GenericSchema<Beacon>;
