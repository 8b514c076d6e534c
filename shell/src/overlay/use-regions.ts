import { useEffect, useState } from "react";
import type { Recorder } from "./recorder.ts";
import { readRegions, type Region } from "./regions.ts";

/** The regions of the page with their places, read before each frame while the overlay is open. */
export function useRegions({ find }: Recorder): readonly Region[] {
  const [regions, setRegions] = useState<readonly Region[]>(() => readRegions(find));
  useEffect(() => {
    let last = "";
    let frame = 0;
    const look = (): void => {
      frame = requestAnimationFrame(look);
      const now = readRegions(find);
      const text = JSON.stringify(now.map(({ host: _host, ...rest }) => rest));
      if (text === last) return;
      last = text;
      setRegions(now);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [find]);
  return regions;
}
