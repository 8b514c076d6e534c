import type { Problem } from "../build-status.ts";

const headings: Record<Problem["kind"], string> = {
  build: "Build",
  render: "Server render",
  message: "Message",
  html: "HTML",
  hydration: "Hydration",
  policy: "Content policy",
  console: "Console",
};

/** What is wrong now, each thing once. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const unique = [...new Map(problems.map((problem) => [`${problem.kind} ${problem.text}`, problem])).entries()];
  if (unique.length === 0) return null;
  return (
    <section className="problems" aria-label="Problems">
      {unique.map(([key, { kind, text }]) => (
        <article key={key}>
          <h2>{headings[kind]}</h2>
          <pre>{text}</pre>
        </article>
      ))}
    </section>
  );
}
