import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { fileVariables } from "../../packages/platform/src/env/index.ts";
import { parseEnvFile } from "../infra/envFile.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const list = (folder) => fs.readdirSync(path.join(ROOT, folder)).map((file) => path.join(folder, file));
const documented = Object.keys(parseEnvFile(read(".env.example")));

const manifests = list("deploy/kubernetes")
  .filter((file) => !file.endsWith("kustomization.yaml"))
  .flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS()));
const ofKind = (kind) => manifests.filter((manifest) => manifest.kind === kind);
const templates = [
  ...ofKind("Deployment").map(({ spec }) => spec.template),
  ...ofKind("CronJob").map(({ spec }) => spec.jobTemplate.spec.template),
];

describe("the units for systemd", () => {
  const units = list("deploy/systemd").filter((file) => file.endsWith(".service"));

  it("start programs that a build makes, as an ordinary user, and let an orderly stop end", () => {
    for (const unit of units) {
      const [, program] = /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(read(unit));
      expect(fs.existsSync(path.join(ROOT, program.replace("/dist/", "/src/").replace(/\.js$/, ".ts")))).toBe(true);
      expect(read(unit)).toMatch(/^User=balcao$/m);
      expect(read(unit)).toMatch(/^ProtectSystem=strict$/m);
      if (unit.includes("@")) expect(read(unit)).toMatch(/^TimeoutStopSec=35$[^]*^StateDirectory=balcao$/m);
    }
  });

  it("are understood by systemd, where it is installed", () => {
    const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...units.map((file) => path.join(ROOT, file))], {
      encoding: "utf8",
    });
    // A machine without systemd cannot check, and one without Node.js in /usr/bin names that only.
    const complaints = (stderr ?? "").split("\n").filter((line) => line.includes("balcao") && !line.includes("/usr/bin/node"));
    expect(complaints).toEqual([]);
  });
});

describe("the manifests for Kubernetes", () => {
  it("run as an ordinary user on read-only file systems, within limits", () => {
    expect(templates).toHaveLength(3);
    for (const { spec } of templates) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
      for (const container of spec.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(container.resources).toMatchObject({ requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } });
        const volumes = spec.volumes.map(({ name }) => name);
        expect(container.volumeMounts.filter(({ name }) => !volumes.includes(name))).toEqual([]);
      }
    }
  });

  it("name pods, claims, services and settings that exist", () => {
    const labels = templates.map(({ metadata }) => metadata.labels.app);
    const selectors = [
      ...ofKind("Service").map(({ spec }) => spec.selector.app),
      ...ofKind("PodDisruptionBudget").map(({ spec }) => spec.selector.matchLabels.app),
    ];
    expect(selectors.filter((app) => !labels.includes(app))).toEqual([]);
    const claims = ofKind("PersistentVolumeClaim").map(({ metadata }) => metadata.name);
    const claimed = templates.flatMap(({ spec }) => spec.volumes.flatMap((volume) => volume.persistentVolumeClaim?.claimName ?? []));
    expect(claimed.filter((name) => !claims.includes(name))).toEqual([]);
    expect(ofKind("ConfigMap").flatMap(({ data }) => Object.keys(data).filter((name) => !documented.includes(name)))).toEqual([]);
    const { resources } = parse(read("deploy/kubernetes/kustomization.yaml"));
    expect([...resources, "kustomization.yaml"].sort()).toEqual(fs.readdirSync(path.join(ROOT, "deploy/kubernetes")).sort());
  });

  it("mount each secret as a file, which docs/DEPLOY.md creates", () => {
    const commands = read("docs/DEPLOY.md").matchAll(/create secret generic (\S+)((?:[^\n]*\\\n)*[^\n]*)/g);
    const created = new Map(
      [...commands].map(([, name, rest]) => [name, [...rest.matchAll(/--from-literal=(\w+)/g)].map((match) => match[1])]),
    );
    for (const { spec } of templates) {
      const sources = spec.volumes.flatMap(({ secret, projected }) =>
        secret ? [secret.secretName] : (projected?.sources.map((source) => source.secret.name) ?? []),
      );
      const files = spec.containers.flatMap(({ env }) => env.filter(({ name }) => name.endsWith("_FILE")));
      expect(files.map(({ value }) => path.basename(value)).sort()).toEqual(sources.flatMap((name) => created.get(name)).sort());
      for (const { name, value } of files)
        expect([name, value]).toEqual([`${path.basename(value)}_FILE`, `/run/secrets/balcao/${path.basename(value)}`]);
      expect(files.map(({ value }) => path.basename(value)).filter((name) => !fileVariables.includes(name))).toEqual([]);
    }
  });

  it("ask an api whether it is ready, never whether PostgreSQL is, before they restart it", () => {
    const [container] = ofKind("Deployment").find(({ metadata }) => metadata.name === "balcao-api").spec.template.spec.containers;
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"]) expect(container[probe].httpGet.path).toBe("/api/ready");
  });
});

describe("the proxies", () => {
  it("all hand WebSockets and large files on, hide the metrics and keep a polling client at one api", () => {
    for (const file of ["nginx.conf", "Caddyfile", "traefik-balcao.yml"]) {
      const text = read(`deploy/proxy/${file}`);
      expect([file, /metrics/.test(text), /polling/.test(text), /3000[^]*3001/.test(text)]).toEqual([file, true, true, true]);
    }
    expect(read("deploy/proxy/nginx.conf")).toMatch(
      /client_max_body_size 150m;[^]*X-Forwarded-For \$remote_addr;[^]*Upgrade \$http_upgrade/,
    );
  });
});

describe("docker-compose.yml", () => {
  it("limits memory and logs, and writes to volumes only", () => {
    const { services } = parse(read("docker-compose.yml"), { merge: true });
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.logging?.options["max-size"]]).toEqual([name, "10m"]);
      if (name !== "postgres") expect([name, typeof service.mem_limit]).toEqual([name, "string"]);
      if (name !== "wuzapi") expect([name, service.read_only]).toEqual([name, true]);
    }
  });
});
