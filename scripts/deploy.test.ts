import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { lowMemoryOptions, serverMemoryEnvironment } from "../shared-contracts/confine/low-memory.ts";
import { parseEnvironment } from "../shell/src/server/environment.ts";
import { createMetrics } from "../shell/src/server/live/metrics.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, "deploy", path), "utf8");

const service = read("systemd/site.service");
const containerfile = read("container/Containerfile");
const manifests: unknown[] = parseAllDocuments(read("kubernetes/site.yaml")).map((document) => document.toJS());

/** The command that every way of running a server starts, without the folder of Node. */
const command = ["--disable-sigusr1", "--max-semi-space-size=4", "/opt/site/shell/cli/serve.ts"];

const containerSchema = v.object({
  env: v.array(v.object({ name: v.string(), value: v.optional(v.string()) })),
  ports: v.array(v.object({ name: v.string(), containerPort: v.number() })),
  startupProbe: v.object({ httpGet: v.object({ path: v.literal("/readyz") }) }),
  readinessProbe: v.object({ httpGet: v.object({ path: v.literal("/readyz") }) }),
  livenessProbe: v.object({ httpGet: v.object({ path: v.literal("/healthz") }) }),
  resources: v.object({ limits: v.object({ memory: v.string() }) }),
  securityContext: v.object({
    allowPrivilegeEscalation: v.literal(false),
    readOnlyRootFilesystem: v.literal(true),
    capabilities: v.object({ drop: v.tuple([v.literal("ALL")]) }),
  }),
  volumeMounts: v.array(v.object({ name: v.string(), mountPath: v.string() })),
});
const deploymentSchema = v.object({
  kind: v.literal("Deployment"),
  spec: v.object({
    replicas: v.pipe(v.number(), v.minValue(2)),
    selector: v.object({ matchLabels: v.record(v.string(), v.string()) }),
    strategy: v.object({ rollingUpdate: v.object({ maxUnavailable: v.literal(0) }) }),
    template: v.object({
      metadata: v.object({ labels: v.record(v.string(), v.string()) }),
      spec: v.object({
        terminationGracePeriodSeconds: v.number(),
        automountServiceAccountToken: v.literal(false),
        securityContext: v.object({ runAsNonRoot: v.literal(true), runAsUser: v.pipe(v.number(), v.minValue(1)) }),
        containers: v.tuple([containerSchema]),
        volumes: v.array(
          v.object({ name: v.string(), persistentVolumeClaim: v.optional(v.object({ claimName: v.string() })) }),
        ),
      }),
    }),
  }),
});

const ofKind = (kind: string): unknown[] =>
  manifests.filter((one) => typeof one === "object" && one !== null && "kind" in one && one.kind === kind);

test("the manifests have what each kind needs: probes, limits, no rights, a rolling update that keeps every server", () => {
  const [given] = ofKind("Deployment");
  const { spec } = v.parse(deploymentSchema, given);
  expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  const { containers, volumes, terminationGracePeriodSeconds } = spec.template.spec;
  const [container] = containers;
  expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.map(({ name }) => name).toSorted());
  const drain = Number(container.env.find(({ name }) => name === "DRAIN_SECONDS")?.value);
  // The server gives requests under way 10 seconds.
  expect(terminationGracePeriodSeconds).toBeGreaterThan(drain + 10);
  const labels = v.object({ spec: v.object({ selector: v.unknown() }) });
  const [budget] = ofKind("PodDisruptionBudget");
  expect(v.parse(labels, budget).spec.selector).toEqual(spec.selector);
  const [reached] = ofKind("Service");
  expect(v.parse(labels, reached).spec.selector).toEqual(spec.selector.matchLabels);
  expect(ofKind("NetworkPolicy")).toHaveLength(1);
});

test("all servers of the manifests share the folder of tokens and of the key that seals sign-ins", () => {
  const [given] = ofKind("Deployment");
  const { containers, volumes } = v.parse(deploymentSchema, given).spec.template.spec;
  const { data } = v.parse(v.object({ data: v.object({ ACCESS_DIR: v.string() }) }), ofKind("ConfigMap")[0]);
  const mount = containers[0].volumeMounts.find(({ mountPath }) => mountPath === data.ACCESS_DIR);
  const claimed = volumes.find(({ name }) => name === mount?.name)?.persistentVolumeClaim;
  const claimSchema = v.object({
    metadata: v.object({ name: v.string() }),
    spec: v.object({ accessModes: v.tuple([v.literal("ReadWriteMany")]) }),
  });
  expect(ofKind("PersistentVolumeClaim").map((one) => v.parse(claimSchema, one).metadata.name)).toEqual([
    claimed?.claimName,
  ]);
});

test("the policy finds the namespace of Prometheus by the label that Kubernetes gives each namespace by itself", () => {
  const schema = v.object({
    spec: v.object({
      ingress: v.array(
        v.object({
          from: v.array(
            v.object({ namespaceSelector: v.optional(v.object({ matchLabels: v.record(v.string(), v.string()) })) }),
          ),
          ports: v.array(v.object({ port: v.string() })),
        }),
      ),
    }),
  });
  const [policy] = ofKind("NetworkPolicy");
  const { ingress } = v.parse(schema, policy).spec;
  const scraping = ingress.filter(({ ports }) => ports.some(({ port }) => port === "metrics"));
  expect(
    scraping.flatMap(({ from }) => from.map((one) => Object.keys(one.namespaceSelector?.matchLabels ?? {}))),
  ).toEqual([["kubernetes.io/metadata.name"]]);
});

test("the variables of the manifests, the container and the unit are a valid environment of a server", () => {
  const schema = v.object({ data: v.record(v.string(), v.string()) });
  const [given] = ofKind("ConfigMap");
  const image = Object.fromEntries(
    [...containerfile.matchAll(/\b([A-Z][A-Z_]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  const unit = Object.fromEntries(
    [...service.matchAll(/\b([A-Z][A-Z_]+)=([\w/%.-]+)/g)].map(([, name = "", value = ""]) => [
      name,
      value.replace("%S", "/var/lib"),
    ]),
  );
  const inCluster = parseEnvironment({ ...image, ...v.parse(schema, given).data }, "/opt/site");
  expect(inCluster).toMatchObject({
    host: "0.0.0.0",
    port: 3000,
    simulators: false,
    metrics: { port: 9464 },
    places: { storeDir: "/var/lib/site/store", nats: { servers: { length: 3 } } },
  });
  expect(parseEnvironment(unit, "/opt/site")).toMatchObject({ host: "127.0.0.1", drainSeconds: 1, simulators: false });
});

test("unit and container start the server with what bounds its memory", () => {
  for (const [name, value] of Object.entries(serverMemoryEnvironment))
    for (const text of [service, containerfile])
      expect(text).toMatch(new RegExp(`[ =]${name}=${value}$|[ =]${name}=${value} `, "m"));
  expect(command).toEqual(expect.arrayContaining([...lowMemoryOptions]));
});

/** The bytes of a size as systemd and Kubernetes write it: `700M` of systemd are mebibytes. */
function toBytes(text = ""): number {
  const [, amount, unit = ""] = /^(\d+)([MG])i?$/.exec(text) ?? [];
  return Number(amount) * 1024 ** (unit === "G" ? 3 : 2);
}

test("the alarm for memory rings before the kernel slows or ends a server, also while it composes", () => {
  const schema = v.object({ groups: v.array(v.object({ rules: v.array(v.record(v.string(), v.unknown())) })) });
  const rules = v.parse(schema, parse(read("prometheus/site.rules.yml"))).groups.flatMap((group) => group.rules);
  const { expr } = v.parse(
    v.object({ expr: v.string() }),
    rules.find(({ alert }) => alert === "MemoryHigh"),
  );
  const bound = Number(/^process_resident_memory_bytes\{job=~"site\|site-\.\+"\} > (\S+)$/.exec(expr)?.[1]);
  const [given] = ofKind("Deployment");
  const [container] = v.parse(deploymentSchema, given).spec.template.spec.containers;
  const limits = [
    ...["MemoryHigh", "MemoryMax"].map((name) => new RegExp(`^${name}=(.*)$`, "m").exec(service)?.[1]),
    container.resources.limits.memory,
  ];
  // The alarm sees the server's own process; a limit counts the composing process too, whose heap may have as much (record 34).
  const composing = 256 * 1024 ** 2;
  for (const limit of limits) expect(bound + composing, limit).toBeLessThan(toBytes(limit));
});

test("unit and container start the same command, which is that of the artefact, and not as root", () => {
  expect(/^ExecStart=\S+\/node (.*)$/m.exec(service)?.[1]?.split(" ")).toEqual(command);
  const entry: unknown = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(containerfile)?.[1] ?? "");
  expect(entry).toEqual(["/opt/node/node", ...command]);
  expect(containerfile).toMatch(/^USER 65532:65532$/m);
  expect(containerfile.match(/^FROM /gm)).toHaveLength(2);
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(Object.keys(devDependencies)).toContain("node");
  const pinned = /^ {2}node: (.*)$/m.exec(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"))?.[1];
  expect(containerfile).toContain(`/node:${pinned}-`);
  expect(service).toMatch(/^DynamicUser=yes$/m);
});

test("the unit starts the server again for as long as it ends, as one without pages does while NATS cannot be reached", () => {
  const [unit = ""] = service.split("[Service]");
  // systemd gives up after five starts in ten seconds otherwise, with the socket: the site would stay down when NATS is back.
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=always$/m);
});

test("no build of the container reads what git ignores, which private keys and stores of development are, or the history", () => {
  const ignored = readPatterns(".dockerignore");
  expect(containerfile).toMatch(/^COPY \. \.$/m);
  expect(ignored).toEqual(
    expect.arrayContaining([
      ".git",
      ...readPatterns(".gitignore").map((pattern) => `**/${pattern.replace(/\/$/, "")}`),
    ]),
  );
  expect(ignored).toContain("**/*.pem");
});

test("no file of deploy has a private key", () => {
  for (const path of globSync("deploy/**/*", { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile()))
    expect(readFileSync(join(path.parentPath, path.name), "utf8")).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY/);
});

const analyze = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.skipIf(!analyze)(
  "systemd takes the unit and its socket, and finds nothing to remark (skipped without systemd-analyze)",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "site-units-"));
    try {
      // The programs of the unit are not on this machine.
      writeFileSync(join(folder, "site.service"), service.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
      writeFileSync(join(folder, "site.socket"), read("systemd/site.socket"));
      const { stderr, status } = spawnSync("systemd-analyze", ["verify", "./site.service", "./site.socket"], {
        cwd: folder,
        encoding: "utf8",
      });
      const remarks = stderr.split("\n").filter((line) => line.includes("site."));
      expect([status, remarks], stderr).toEqual([0, []]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test("every expression of the dashboard reads metrics that servers answer", async () => {
  const schema = v.object({
    panels: v.array(v.object({ id: v.number(), title: v.string(), targets: v.array(v.object({ expr: v.string() })) })),
  });
  const { panels } = v.parse(schema, parse(read("grafana/site.json")));
  const answered = await createMetrics().registry.metrics();
  const names = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => [...expr.matchAll(/\b[a-z]+_[a-z0-9_]+(?=[\s{)[]|$)/g)].map(([name]) => name)),
  );
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(names.length).toBeGreaterThan(10);
  const functions = ["histogram_quantile"];
  // Other programs answer metrics of the same names, such as their memory; and another site's servers answer all of them.
  for (const expr of panels.flatMap(({ targets }) => targets.map((target) => target.expr)))
    expect(expr).toMatch(/^[^{]*\{job=~"\$job"\}[^{]*$/);
  for (const name of names.filter((one) => !functions.includes(one)))
    expect(answered).toContain(`# TYPE ${name.replace(/_bucket$/, "")} `);
});

/** The patterns of a file that lists what is ignored. */
function readPatterns(file: string): string[] {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}
