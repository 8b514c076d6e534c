import { useData } from "@site/contracts/react/site-context";
import { CertificateDialog } from "./certificate-dialog.tsx";
import { DeckSheet } from "./deck-sheet.tsx";
import { HomeAnalysis } from "./home-analysis.tsx";
import { HomeAnyway } from "./home-anyway.tsx";
import { HomeBonus } from "./home-bonus.tsx";
import { HomeFeatures } from "./home-features.tsx";
import { HomeHero } from "./home-hero.tsx";
import { HomeOriginals } from "./home-originals.tsx";
import { HomeSafety } from "./home-safety.tsx";
import { HomeStreamer } from "./home-streamer.tsx";
import { HomeTeam } from "./home-team.tsx";
import { HomeTournaments } from "./home-tournaments.tsx";

/** Home: its sections in order (B239, B240). */
export function HomePage() {
  const certificate = useData("certificate");
  return (
    <DeckSheet>
      <HomeHero />
      <HomeBonus />
      <HomeTournaments />
      <HomeOriginals />
      <HomeFeatures />
      <HomeAnalysis />
      <HomeTeam />
      <HomeStreamer />
      <HomeSafety />
      <HomeAnyway />
      {certificate && <CertificateDialog certificate={certificate} />}
    </DeckSheet>
  );
}
