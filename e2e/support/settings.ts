import { OPEN_DAY_AND_NIGHT } from "@balcao/testing/openingHours";
import type { Api } from "./api.js";

/** Changes a setting of the company. */
export async function changeSetting(api: Api, key: string, value: string): Promise<void> {
  await api.put(`/settings/${key}`, { value });
}

/** Opens the company at all hours, so that no customer is answered by the hour at which tests run. */
export async function openCompany(api: Api): Promise<void> {
  for (const [key, value] of Object.entries(OPEN_DAY_AND_NIGHT)) await changeSetting(api, key, value);
}
