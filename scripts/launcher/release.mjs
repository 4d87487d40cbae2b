import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Refusal } from "../infra/refusal.mjs";

function git(root, args, what) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status === 0) return stdout.trim();
  throw new Refusal(what, "The lines above say why; nothing was changed.", (stderr ?? "").trim().split("\n").slice(-5));
}

/** Refuses a checkout whose version git cannot change without losing something. */
export function assertUpgradable(root) {
  if (!fs.existsSync(path.join(root, ".git"))) {
    throw new Refusal(
      `${root} is no git checkout.`,
      "Unpack the new version beside it, move .env and the data folder there (or set DATA_DIR), and run npm start.",
    );
  }
  const changed = git(root, ["status", "--porcelain", "--untracked-files=no"], "git cannot read this checkout.");
  if (changed === "") return;
  throw new Refusal(
    "Files of this checkout were changed.",
    "Keep your settings in .env. Undo the changes (git stash), then upgrade.",
    changed.split("\n").slice(0, 10),
  );
}

/**
 * Gets the newest version of the branch, or a tag. Only a version that follows the present one is taken from the branch.
 *
 * @returns the commits before and after; equal ones mean that there is nothing new.
 */
export function fetchRelease(root, tag) {
  assertUpgradable(root);
  const before = git(root, ["rev-parse", "HEAD"], "git cannot read this checkout.");
  git(root, ["fetch", "--tags", "--quiet"], "The new version could not be fetched.");
  if (tag) git(root, ["checkout", "--quiet", "--detach", `refs/tags/${tag}`], `There is no version ${tag}.`);
  else git(root, ["merge", "--ff-only", "--quiet", "@{upstream}"], "The branch of this checkout does not lead to the new version.");
  return { before, after: git(root, ["rev-parse", "HEAD"], "git cannot read this checkout.") };
}
