import { resetPassword } from "@balcao/application/people/auth";
import { systemClock } from "@balcao/platform/clock";
import { createPasswordHasher } from "@balcao/platform/passwords";
import { runCommand } from "./runCommand.js";

/**
 * `node resetPassword.js EMAIL [--end-second-factor]`: prints a new password for this person, and takes the second factor away for who lost
 * the phone; exit code 1 when nobody has this e-mail.
 */
const [email = "", ...flags] = process.argv.slice(2);

await runCommand("reset-password", async ({ database, say }) => {
  if (!email.includes("@")) {
    say("Name the person's e-mail: npm run reset-password -- davi@example.com");
    return 2;
  }
  const hasher = createPasswordHasher();
  try {
    const password = await resetPassword({ database, hasher, clock: systemClock }, email, {
      endSecondFactor: flags.includes("--end-second-factor"),
    });
    if (password === null) {
      say(`Nobody has the e-mail ${email}.`);
      return 1;
    }
    say(
      `New password of ${email}: ${password}\nAll sessions of this person have ended. It signs in for 72 hours and must be changed then.`,
    );
    return 0;
  } finally {
    await hasher.close();
  }
});
