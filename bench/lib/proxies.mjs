import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, isAnswering } from "../../scripts/infra/ports.mjs";
import { outputOf, spawnGuarded, stopProcess, which } from "../../scripts/infra/processes.mjs";
import { ROOT } from "./place.mjs";

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 10_000;
const NAME = "localhost";

/** A certificate of its own for localhost: the paths of certificate and key. */
export function makeCertificate(folder) {
  const [certificate, key] = ["certificate.pem", "key.pem"].map((file) => path.join(folder, file));
  const subject = ["-subj", `/CN=${NAME}`, "-addext", `subjectAltName=DNS:${NAME},IP:127.0.0.1`];
  const made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, "-keyout", key, "-out", certificate];
  if (outputOf("openssl", ["req", ...made]) === null) throw new Error("openssl is missing: apt-get install openssl");
  return { certificate, key };
}

/** The documented file with other ports, another name and this certificate; all else is as it is documented. */
function adapt(file, { apiPorts, replace }) {
  const places = [["127.0.0.1:3000", `127.0.0.1:${apiPorts[0]}`], ["127.0.0.1:3001", `127.0.0.1:${apiPorts[1]}`], ...replace];
  return places.reduce(
    (changed, [from, to]) => {
      if (!changed.includes(from)) throw new Error(`${file} has no ${from} any more`);
      return changed.replaceAll(from, to);
    },
    fs.readFileSync(path.join(ROOT, "deploy/proxy", file), "utf8"),
  );
}

function configureNginx({ folder, port, plainPort, apiPorts, certificate, key }) {
  const site = adapt("nginx.conf", {
    apiPorts,
    replace: [
      ["/etc/letsencrypt/live/inbox.example.com/fullchain.pem", certificate],
      ["/etc/letsencrypt/live/inbox.example.com/privkey.pem", key],
      ["inbox.example.com", NAME],
      ["listen 80;", `listen 127.0.0.1:${plainPort};`],
      ["listen [::]:80;", ""],
      ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
      ["listen [::]:443 ssl http2;", ""],
    ],
  });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ");
  const file = path.join(folder, "nginx.conf");
  const main = `daemon off; user root; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {} http { access_log off; ${temporary}`;
  fs.writeFileSync(file, `${main}\n${site} }`);
  const args = ["-c", file, "-p", folder];
  return { args, reloadArgs: [...args, "-s", "reload"] };
}

function configureCaddy({ folder, port, plainPort, apiPorts, certificate, key }) {
  const site = adapt("Caddyfile", {
    apiPorts,
    replace: [["inbox.example.com {", `https://${NAME}:${port} {\n\ttls ${certificate} ${key}`]],
  });
  const file = path.join(folder, "Caddyfile");
  const admin = `127.0.0.1:${plainPort}`;
  fs.writeFileSync(file, `{\n\tadmin ${admin}\n\tauto_https disable_redirects\n}\n${site}`);
  const config = ["--config", file, "--adapter", "caddyfile"];
  return { args: ["run", ...config], reloadArgs: ["reload", ...config, "--address", admin, "--force"] };
}

const KINDS = {
  nginx: { configure: configureNginx, readVersion: (program) => outputOf("sh", ["-c", `${program} -v 2>&1`]).replace(/.*: /, "") },
  caddy: { configure: configureCaddy, readVersion: (program) => `caddy ${outputOf(program, ["version"])}` },
};

/**
 * Starts Debian's nginx or Caddy with the documented file in front of two apis, at `port` of localhost. `reload` and `restart` are those of a
 * service; `version` is what the program says of itself.
 */
export async function startProxy(kind, options) {
  const { configure, readVersion } = KINDS[kind];
  const program = which(kind, ["/usr/sbin"]);
  if (program === null) throw new Error(`${kind} is missing: apt-get install ${kind}`);
  const { args, reloadArgs } = configure({ ...options, plainPort: await freePort() });
  const start = async () => {
    const log = fs.openSync(path.join(options.folder, `${kind}.log`), "a");
    const env = { ...process.env, HOME: options.folder };
    const child = spawnGuarded(program, args, { env, stdio: ["ignore", log, log] });
    fs.closeSync(log);
    for (const deadline = Date.now() + START_LIMIT_MS; !(await isAnswering(options.port, "127.0.0.1", 1_000)); await sleep(100))
      if (Date.now() > deadline) throw new Error(`${kind} does not listen`);
    return child;
  };
  let child = await start();
  const stop = () => stopProcess(child, "SIGTERM", STOP_LIMIT_MS);
  return {
    version: readVersion(program),
    reload: () => void execFileSync(program, reloadArgs, { env: { ...process.env, HOME: options.folder }, stdio: "ignore" }),
    restart: async () => {
      await stop();
      child = await start();
    },
    stop,
  };
}
