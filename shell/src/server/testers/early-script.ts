import { hash } from "node:crypto";
import { heardTypes } from "../../layout/event-names.ts";
import { earlyEventsName } from "../../layout/tester-facts.ts";

/** Stands in the head of a tester's page: keeps what happens before the overlay's script runs, which then takes it, at most 200 events. */
export const earlyScript = `{const kept=[],types=${JSON.stringify(heardTypes)},hear=event=>{if(kept.length<200)kept.push(event)};for(const type of types)addEventListener(type,hear,{capture:true});window.${earlyEventsName}=()=>{for(const type of types)removeEventListener(type,hear,{capture:true});return kept.splice(0)}}`;

/** The source by which a content policy allows that script. */
export const earlyScriptSource = `'sha256-${hash("sha256", earlyScript, "base64")}'`;
