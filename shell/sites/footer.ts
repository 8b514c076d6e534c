import type { SiteConfig } from "@site/contracts/site/site-config";

/**
 * The footer every site of the brand shows (B088-B094). A site with entries of its own spreads over it.
 * @param regulatorUrl what the site's own regulator says of responsible gaming (B288)
 */
export const toFooter = (regulatorUrl: string): SiteConfig["footer"] => ({
  navigations: [
    {
      key: "SAFETY_SECURITY",
      children: [
        { key: "RANDOM_NUMBER_GENERATOR", path: "/network/random-number-generator/", target: "_blank" },
        { key: "RESPONSIBLE_GAMING", path: "/responsible-gaming/" },
        { key: "NETWORK_STATUS", path: "https://status.ggp.example/", target: "_blank" },
      ],
    },
    {
      key: "LEGAL",
      children: [
        { key: "TERMS_CONDITIONS", path: "/terms-conditions/" },
        { key: "COOKIE_POLICY", path: "/cookie-policy/" },
        { key: "PRIVACY_POLICY", path: "/privacy-policy/" },
        { key: "PAYMENT_DETAILS_POLICY", path: "/payment-details-policy/" },
        { key: "WITHDRAWAL_POLICY", path: "/withdrawal-policy/" },
      ],
    },
    {
      key: "GG_POLICY",
      children: [
        { key: "SECURITY_ECOLOGY_POLICY", path: "/network/security-ecology-policy/", target: "_blank" },
        { key: "HOUSE_RULES", path: "/house-rules/" },
      ],
    },
  ],
  // The brand's own other places, drawn by us. Awards and licences are shown when there are any to show.
  logos: [
    { width: 160, height: 56, label: "GGP Blog", imagePath: "/assets/mark-blog.svg", url: "https://blog.ggp.example/", target: "_blank" },
    { width: 160, height: 56, label: "GGP Staking", imagePath: "/assets/mark-staking.svg", url: "https://staking.ggp.example/", target: "_blank" },
  ],
  awards: [],
  licences: [],
  sites: [
    {
      width: 160, height: 56, label: { en: "Gambling regulator: responsible gaming", "pt-br": "Regulador de jogos: jogo responsável" }, imagePath: "/assets/regulator.svg",
      localizedImagePaths: { "pt-br": "/assets/regulator.pt-br.svg" },
      url: regulatorUrl, target: "_blank",
    },
    {
      width: 160, height: 56, label: { en: "Independent game-testing lab", "pt-br": "Laboratório independente de testes de jogos" }, imagePath: "/assets/testing-lab.svg",
      localizedImagePaths: { "pt-br": "/assets/testing-lab.pt-br.svg" },
      url: "https://testing-lab.example/", target: "_blank",
    },
  ],
  socials: [
    { label: { en: "Video", "pt-br": "Vídeos" }, link: "https://video.example/ggp/" },
    { label: { en: "Streams", "pt-br": "Transmissões" }, link: "https://streams.example/ggp/" },
    { label: { en: "Community", "pt-br": "Comunidade" }, link: "https://community.example/ggp/" },
  ],
});
