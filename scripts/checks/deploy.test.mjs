import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
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
      const [, program] = /^ExecStart=\/usr\/bin\/env .*\/usr\/bin\/node (\S+)/m.exec(read(unit));
      expect(fs.existsSync(path.join(ROOT, program.replace("/dist/", "/src/").replace(/\.js$/, ".ts")))).toBe(true);
      expect(read(unit)).toMatch(/^User=balcao$/m);
      expect(read(unit)).toMatch(/^ProtectSystem=strict$/m);
      const isFailure = unit.includes("balcao-failed@");
      if (unit.includes("@") && !isFailure) expect(read(unit)).toMatch(/^TimeoutStopSec=35$[^]*^StateDirectory=balcao$/m);
      // Somebody is told of every unit that systemd gives up [D-371].
      expect(/^OnFailure=balcao-failed@%n\.service$/m.test(read(unit))).toBe(!isFailure);
    }
  });

  it("keep port, folders and mode where balcao.env has all of .env.example", () => {
    for (const unit of units) {
      const [, assignments] = /^ExecStart=\/usr\/bin\/env (.*?) \/usr\/bin\/node /m.exec(read(unit));
      const set = [...read(unit).matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs]) => pairs.split(" "));
      // What systemd does: the file wins over Environment=.
      const env = { ...Object.fromEntries(set.map((pair) => pair.split("="))), ...parseEnvFile(read(".env.example")) };
      const { stdout } = spawnSync("/usr/bin/env", [...assignments.replaceAll("%i", "3").split(" "), "/usr/bin/env"], {
        encoding: "utf8",
        env,
      });
      const given = parseEnvFile(stdout);
      expect(given).toMatchObject({ NODE_ENV: "production", DATA_DIR: "/var/lib/balcao" });
      if (unit.includes("api")) expect(given).toMatchObject({ PORT: "3", HOST: "127.0.0.1", WEB_DIST: "apps/web/dist" });
      if (unit.includes("worker")) expect(given).toMatchObject({ METRICS_PORT: "9463" });
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

describe("the command of plain servers, deploy/systemd/balcao", () => {
  const FILE = path.join(ROOT, "deploy/systemd/balcao");
  /** Runs it with a systemd-run that prints what it is called with. */
  const call = (...args) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-command-"));
    try {
      fs.writeFileSync(path.join(folder, "systemd-run"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
      const { status, stdout } = spawnSync("sh", [FILE, ...args], { encoding: "utf8", env });
      return { status, given: stdout.split("\n") };
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  };

  it("runs every command of the api as the units run it: account, folder, settings and data", () => {
    const commands = {
      "reset-password": "resetPassword",
      "move-files": "moveFiles",
      "forget-keys": "forgetKeys",
      "read-again": "readAgain",
      "rotate-secrets": "rotateSecrets",
    };
    const all = {
      ...commands,
      doctor: "doctor",
      backup: "backup",
      restore: "restore",
      "recompute-figures": "recomputeFigures",
      "import-from": "importFrom",
    };
    const unit = read("deploy/systemd/balcao-backup.service");
    for (const [name, file] of Object.entries(all)) {
      const { status, given } = call(name, "an argument");
      const program = [
        "/usr/bin/env",
        "NODE_ENV=production",
        "DATA_DIR=/var/lib/balcao",
        "/usr/bin/node",
        `apps/api/dist/commands/${file}.js`,
      ];
      expect([name, status, given.slice(-7)]).toEqual([name, 0, [...program, "an argument", ""]]);
      expect(fs.existsSync(path.join(ROOT, `apps/api/src/commands/${file}.ts`))).toBe(true);
      for (const line of ["User=balcao", "Group=balcao"]) {
        expect(unit).toContain(`\n${line}\n`);
        expect(given).toContain(`--${line[0] === "U" ? "uid" : "gid"}=balcao`);
      }
      for (const line of ["WorkingDirectory=/opt/balcao", "EnvironmentFile=/etc/balcao/balcao.env"]) {
        expect(unit).toContain(`\n${line}\n`);
        expect(given).toContain(`--property=${line}`);
      }
      expect(unit).toContain(program.slice(0, 4).join(" "));
    }
  });

  it("says which commands there are", () => {
    expect(call("rm", "-rf").status).toBe(2);
    expect(call().status).toBe(2);
  });
});

describe("the configuration of Prometheus", () => {
  const jobOf = (file) => parse(read(`deploy/monitoring/${file}`)).scrape_configs[0];

  it("finds every process where the units, compose and the manifests have it", () => {
    const worker = read("deploy/systemd/balcao-worker@.service");
    expect(worker).toMatch(/^ExecStart=.* METRICS_PORT=946%i /m);
    const enabled = [...read("docs/DEPLOY.md").matchAll(/balcao-(api|worker)@(\d+)/g)].map(([, kind, instance]) =>
      kind === "api" ? `127.0.0.1:${instance}` : `127.0.0.1:946${instance}`,
    );
    expect(jobOf("prometheus-systemd.yml").static_configs[0].targets).toEqual([...new Set(enabled)]);
    const { services } = parse(read("docker-compose.yml"), { merge: true });
    const { dns_sd_configs: found } = jobOf("prometheus.yml");
    expect(found.map(({ names, port }) => [names[0], port])).toEqual([
      ["api", 3000],
      ["worker", Number(/\d+/.exec(services.worker.environment.METRICS_PORT)[0])],
    ]);
    const { relabel_configs: rules, kubernetes_sd_configs: discovery } = jobOf("prometheus-kubernetes.yml");
    const [byApp, byPort] = rules.map(({ regex }) => new RegExp(`^(?:${regex})$`));
    expect(discovery[0].namespaces.names).toEqual([parse(read("deploy/kubernetes/kustomization.yaml")).namespace]);
    for (const { metadata, spec } of ofKind("Deployment").map(({ spec: { template } }) => template)) {
      expect(metadata.labels.app).toMatch(byApp);
      const [{ name, containerPort }] = spec.containers[0].ports;
      expect(name).toMatch(byPort);
      expect(reaching("monitoring", metadata.labels.app)).toContain(containerPort);
    }
  });
});

/** The ports at which pods of an app may be reached from a namespace. */
const reaching = (namespace, app) =>
  ofKind("NetworkPolicy")
    .filter(({ spec }) => spec.podSelector.matchLabels?.app === app)
    .flatMap(({ spec }) => spec.ingress ?? [])
    .filter(({ from }) =>
      from.some(({ namespaceSelector: selector }) => selector?.matchLabels["kubernetes.io/metadata.name"] === namespace),
    )
    .flatMap(({ ports }) => ports.map(({ port }) => port));

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

  it("meet what the namespace enforces, and do not give the files of a volume to their group at each start", () => {
    const [{ metadata }] = ofKind("Namespace");
    expect(metadata.labels).toEqual({ "pod-security.kubernetes.io/enforce": "restricted" });
    const allowed = ["configMap", "emptyDir", "persistentVolumeClaim", "projected", "secret"];
    for (const { spec } of templates) {
      expect(spec.securityContext.fsGroupChangePolicy).toBe("OnRootMismatch");
      expect(spec.volumes.flatMap((volume) => Object.keys(volume).filter((key) => key !== "name" && !allowed.includes(key)))).toEqual([]);
      expect([spec.hostNetwork, spec.hostPID, spec.hostIPC, spec.initContainers]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  it("give a rollout as long as its startup probe waits for migrations", () => {
    for (const { spec } of ofKind("Deployment")) {
      const { periodSeconds, failureThreshold } = spec.template.spec.containers[0].startupProbe;
      expect(spec.progressDeadlineSeconds).toBeGreaterThan(periodSeconds * failureThreshold);
    }
  });

  it("name pods, claims, services and settings that exist", () => {
    const labels = templates.map(({ metadata }) => metadata.labels.app);
    const selectors = [
      ...ofKind("Service").flatMap(({ spec }) => spec.selector?.app ?? []),
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
      const sources = spec.volumes.flatMap(({ projected }) => projected?.sources.map(({ secret }) => secret) ?? []);
      const mounted = sources.flatMap(({ name, items }) => items?.map(({ key }) => key) ?? created.get(name));
      for (const { name, items = [] } of sources)
        for (const { key, path: file } of items) expect([created.get(name).includes(key), file]).toEqual([true, key]);
      const files = spec.containers.flatMap(({ env }) => env.filter(({ name }) => name.endsWith("_FILE")));
      expect(files.map(({ value }) => path.basename(value)).sort()).toEqual(mounted.sort());
      for (const { name, value } of files)
        expect([name, value]).toEqual([`${path.basename(value)}_FILE`, `/run/secrets/balcao/${path.basename(value)}`]);
      expect(files.map(({ value }) => path.basename(value)).filter((name) => !fileVariables.includes(name))).toEqual([]);
    }
  });

  it("let a WuzAPI be called by workers, and call the apis and WhatsApp", () => {
    const policies = ofKind("NetworkPolicy").map(({ spec }) => spec);
    const [wuzapi] = policies.filter(({ podSelector }) => podSelector.matchLabels?.app === "wuzapi");
    expect(wuzapi.ingress).toEqual([{ from: [{ podSelector: { matchLabels: { app: "balcao-worker" } } }], ports: [{ port: 8080 }] }]);
    const reached = wuzapi.egress.flatMap(({ to, ports }) =>
      to.map(({ podSelector, ipBlock, namespaceSelector }) => [
        podSelector?.matchLabels.app ?? ipBlock?.cidr ?? namespaceSelector.matchLabels["kubernetes.io/metadata.name"],
        ports[0].port,
      ]),
    );
    expect(reached).toEqual([
      ["kube-system", 53],
      ["balcao-api", 3000],
      ["0.0.0.0/0", 443],
    ]);
  });

  it("have a documented place for everything optional that is a secret", () => {
    const optional = templates.flatMap(({ spec }) =>
      spec.containers.flatMap(({ envFrom }) => envFrom.flatMap(({ secretRef }) => secretRef ?? [])),
    );
    expect(optional.filter((each) => !each.optional)).toEqual([]);
    const documentation = read("docs/DEPLOY.md");
    for (const { name } of optional)
      expect([name, documentation.includes(`\`${name}\``) || documentation.includes(`generic ${name} `)]).toEqual([name, true]);
    const [, options] = /create secret generic balcao-options((?:[^\n]*\\\n)*[^\n]*)/.exec(documentation);
    const names = [...options.matchAll(/--from-literal=(\w+)/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(["META_APP_SECRET", "META_VERIFY_TOKEN", "AI_KEY", "ADMIN_PASSWORD"]));
    expect(names.filter((name) => !documented.includes(name))).toEqual([]);
  });

  it("leave the number of apis to the autoscaler, and delete old backups", () => {
    const scaled = ofKind("HorizontalPodAutoscaler").map(({ spec }) => spec.scaleTargetRef.name);
    for (const { metadata, spec } of ofKind("Deployment"))
      expect([metadata.name, "replicas" in spec]).toEqual([metadata.name, !scaled.includes(metadata.name)]);
    const [backup] = ofKind("CronJob");
    expect(backup.spec.jobTemplate.spec.template.spec.containers[0].command).toContain("--keep-days");
    expect(read("deploy/systemd/balcao-backup.service")).toMatch(/^ExecStart=.* --keep-days 30$/m);
  });

  it("give the browsers of a worker a home that can be written, and restart a worker that hangs", () => {
    const [container] = ofKind("Deployment").find(({ metadata }) => metadata.name === "balcao-worker").spec.template.spec.containers;
    expect(container.volumeMounts).toContainEqual({ name: "home", mountPath: "/home/node" });
    const [{ name, containerPort }] = container.ports;
    expect(container.env).toContainEqual({ name: "METRICS_PORT", value: String(containerPort) });
    for (const probe of ["startupProbe", "livenessProbe"]) expect(container[probe].httpGet).toEqual({ path: "/alive", port: name });
  });

  it("ask an api whether it is ready, never whether PostgreSQL is, before they restart it", () => {
    const [container] = ofKind("Deployment").find(({ metadata }) => metadata.name === "balcao-api").spec.template.spec.containers;
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"]) expect(container[probe].httpGet.path).toBe("/api/ready");
  });
});

describe("the proxies", () => {
  /** A file without its comments, which prove nothing. */
  const rulesOf = (file) => read(file).replace(/^\s*#.*$/gm, "");
  const HIDDEN = {
    "deploy/proxy/nginx.conf": /location = \/metrics \{ return 404; \}/,
    "deploy/proxy/Caddyfile": /handle \/metrics \{\s*respond 404\s*\}/,
    "deploy/Caddyfile": /handle \/metrics \{\s*respond 404\s*\}/,
    "deploy/proxy/traefik-balcao.yml": /!Path\(`\/metrics`\)/,
  };

  it("all hide the metrics and keep a polling client at one api", () => {
    for (const [file, hides] of Object.entries(HIDDEN)) {
      const rules = rulesOf(file);
      expect([file, hides.test(rules), /polling/.test(rules)]).toEqual([file, true, true]);
      if (file.startsWith("deploy/proxy/")) expect([file, /3000[^]*3001/.test(rules)]).toEqual([file, true]);
    }
    const [ingress] = ofKind("Ingress");
    const [empty] = ofKind("Service").filter(({ spec }) => spec.selector === undefined);
    const hidden = ingress.spec.rules[0].http.paths.find(({ path: at }) => at === "/metrics");
    expect([hidden.pathType, hidden.backend.service.name]).toEqual(["Exact", empty.metadata.name]);
  });

  it("of Traefik is two files under the names by which docs/DEPLOY.md copies them and they find each other", () => {
    const [, copies] = /\| Traefik 3 \|([^|]*)\|/.exec(read("docs/DEPLOY.md"));
    const placed = [...copies.matchAll(/deploy\/proxy\/([\w.-]+)\) to `([^`]+)`/g)].map(([, file, place]) => [file, place]);
    const names = parse(read("deploy/proxy/traefik.yml")).providers.file.filename;
    expect(placed).toEqual([
      ["traefik.yml", "/etc/traefik/traefik.yml"],
      ["traefik-balcao.yml", names],
    ]);
    for (const [file, place] of placed) expect(read(`deploy/proxy/${file}`).split("\n")[0]).toContain(place);
  });

  it("have one name to replace, in the address for the certificate authority as well", () => {
    for (const file of list("deploy/proxy"))
      for (const [name] of read(file).matchAll(/[\w.-]*example\.com/g)) expect([file, name]).toEqual([file, "inbox.example.com"]);
    expect(parse(read("deploy/proxy/traefik.yml")).certificatesResolvers.letsencrypt.acme.email).toContain("@");
  });

  it("of nginx is documented with the certificate first, without which it does not start, and with a reload after each renewal", () => {
    const text = read("docs/DEPLOY.md");
    const [certificate, configuration] = ["certbot certonly --webroot", "cp deploy/proxy/nginx.conf /etc/nginx/conf.d/balcao.conf"].map(
      (each) => text.indexOf(each),
    );
    expect(certificate).toBeGreaterThan(0);
    expect(configuration).toBeGreaterThan(certificate);
    expect(text.slice(certificate, configuration)).toContain('--deploy-hook "systemctl reload nginx"');
  });

  it("of nginx takes thousands of sockets by a documented command, leaves a dead api out for a second, and logs no arguments", () => {
    const rules = rulesOf("deploy/proxy/nginx.conf");
    expect([...rules.matchAll(/fail_timeout=(\w+)/g)].map(([, time]) => time)).toEqual(["1s", "1s", "1s", "1s"]);
    const [, format] = /log_format balcao '([^']*)';/.exec(rules);
    expect(format).toContain("$request_method $uri");
    expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|http_referer)\b(?!_)/);
    const servers = rules.match(/^server \{/gm).length;
    expect(rules.match(/access_log \S+ balcao;/g)).toHaveLength(servers);
    expect(rules.match(/error_log \S+ crit;/g)).toHaveLength(servers);
    const [command] = /^ *sed -i [^\n]*nginx\.conf$/m.exec(read("docs/DEPLOY.md"));
    const [, pattern, replacement] = /'s\/(.*?)\/(.*?)\/'/.exec(command);
    // The line of the file that Debian ships.
    const [, connections] = /worker_connections (\d+);/.exec("\tworker_connections 768;".replace(new RegExp(pattern), replacement));
    expect(Number(connections)).toBeGreaterThanOrEqual(2 * 2_000);
  });

  it("hand WebSockets and large files on", () => {
    expect(rulesOf("deploy/proxy/nginx.conf")).toMatch(
      /client_max_body_size 150m;[^]*X-Forwarded-For \$remote_addr;[^]*Upgrade \$http_upgrade/,
    );
  });
});

describe("docker-compose.yml", () => {
  it("limits memory and logs, and writes to volumes only", () => {
    const { services } = parse(read("docker-compose.yml"), { merge: true });
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.logging?.options["max-size"]]).toEqual([name, "10m"]);
      expect([name, typeof service.mem_limit]).toEqual([name, "string"]);
      if (name !== "wuzapi") expect([name, service.read_only]).toEqual([name, true]);
    }
  });

  it("lets no program get more rights than it was started with", () => {
    const { services } = parse(read("docker-compose.yml"), { merge: true });
    for (const [name, service] of Object.entries(services))
      expect([name, service.security_opt]).toEqual([name, expect.arrayContaining(["no-new-privileges:true"])]);
    const [{ names, action }] = JSON.parse(read("deploy/worker-seccomp.json")).syscalls;
    const kernel = [
      "bpf",
      "fanotify_init",
      "kexec_load",
      "memfd_secret",
      "mount",
      "perf_event_open",
      "pidfd_getfd",
      "ptrace",
      "syslog",
      "userfaultfd",
    ];
    expect([action, kernel.filter((call) => !names.includes(call))]).toEqual(["SCMP_ACT_ERRNO", []]);
  });

  it("takes capabilities from every container, but those without which its first step cannot become an ordinary account", () => {
    const { services } = parse(read("docker-compose.yml"), { merge: true });
    const kept = { proxy: ["NET_BIND_SERVICE"], postgres: ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"] };
    const all = { ...kept, redis: ["CHOWN", "DAC_OVERRIDE", "SETGID", "SETUID"] };
    for (const [name, service] of Object.entries(services))
      expect([name, service.cap_drop, service.cap_add ?? []]).toEqual([name, ["ALL"], all[name] ?? []]);
    expect(services.redis.command.at(-1)).toMatch(/\nexec setpriv --reuid=redis --regid=redis --clear-groups redis-server /);
  });
});
