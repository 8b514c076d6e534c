/** Where browsers send what their visitors met. */
export const beaconPath = "/-/beacon";

/** Bytes of a beacon, at most. All of it is ASCII. */
export const maxBeaconBytes = 1024;

/** The most problems that a beacon names, and the most places in scripts of one problem. */
export const maxProblems = 6;
export const maxPlaces = 3;

/**
 * What the server tells a document that is to be measured. It decides by chance, by the visitor's country and by the signal of the browser
 * which documents are; all others are told nothing.
 */
export interface MeasureRequest {
  /** Which set the visitor was assigned to by a bucket; `none` for a visitor without one, whose view is not compared. */
  channel: BeaconChannel;
  /** Whether the law of the visitor's country asks for consent: then nothing is sent without the visitor's. */
  needsConsent: boolean;
}

export const beaconChannels = ["stable", "canary", "none"] as const;
export type BeaconChannel = (typeof beaconChannels)[number];

/** `failed`: a remote that could not be loaded or mounted. `thrown`: an error that no code caught. `repaired`: HTML of the server that React replaced. */
export const problemKinds = ["failed", "thrown", "repaired"] as const;

export interface BeaconProblem {
  kind: (typeof problemKinds)[number];
  /** The package of the region, where it is known. */
  remote?: string;
  /** Places in scripts of releases, the innermost first, such as `content/remoteEntry.js:1:234`. */
  at: string[];
}

export const vitalNames = ["inp", "lcp", "cls"] as const;
export type VitalName = (typeof vitalNames)[number];

/** A web vital of the document, with the package whose region it happened in. */
export interface BeaconVital {
  name: VitalName;
  remote: string;
  /** Milliseconds; of layout shifts the score. */
  value: number;
}

/** What one document tells when it is hidden for the first time. There is no text of the page, no address and no message of an error in it. */
export interface Beacon {
  channel: BeaconChannel;
  /** The releases that the document knew, such as `content@1.0.0-3f2a9c0d11aa`. */
  releases: string[];
  problems: BeaconProblem[];
  vitals: BeaconVital[];
}
