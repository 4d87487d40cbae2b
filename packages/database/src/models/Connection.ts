import type { ConnectorApi, SessionStatus } from "@balcao/domain/connections";
import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Optional, Required, Serial } from "./columns.js";

/**
 * A WhatsApp number with its connector. Columns that end in `Sealed` are encrypted and never sent to
 * clients.
 */
@Table({ tableName: "connection", underscored: true, freezeTableName: true })
export class Connection extends Model<InferAttributes<Connection>, InferCreationAttributes<Connection>> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.TEXT) declare name: string;
  @Required(DataType.TEXT) declare api: ConnectorApi;
  @Required(DataType.BOOLEAN, false) declare isDefault: CreationOptional<boolean>;
  @Required(DataType.TEXT, "OPENING") declare status: CreationOptional<SessionStatus>;
  @Optional(DataType.TEXT) declare statusReason: string | null;
  @Optional(DataType.DATE) declare reasonUntil: Date | null;
  /** Whether the number should be linked; only such connections have sessions. */
  @Required(DataType.BOOLEAN, true) declare wanted: CreationOptional<boolean>;
  @Optional(DataType.TEXT) declare qrcode: string | null;
  @Required(DataType.INTEGER, 0) declare retries: CreationOptional<number>;
  @Optional(DataType.INTEGER) declare battery: number | null;
  @Optional(DataType.TEXT) declare number: string | null;
  @Optional(DataType.TEXT) declare accountSealed: string | null;
  @Optional(DataType.TEXT) declare webhookKeySealed: string | null;
  @Required(DataType.TEXT, "") declare greetingMessage: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare greetingBotMessage: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare greetingRedirectMessage: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare farewellMessage: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare outOfHoursMessage: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare transferMessage: CreationOptional<string>;
  @Required(DataType.BOOLEAN, false) declare metaIntegration: CreationOptional<boolean>;
  @Required(DataType.INTEGER, 0) declare metaDropped: CreationOptional<number>;
  @Optional(DataType.DATE) declare metaDroppedSince: Date | null;
  @Required(DataType.TEXT, "") declare typebotPublicId: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare typebotDns: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare phoneNumberId: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare wabaId: CreationOptional<string>;
  /** Whether the sealed account contains a token of Meta. */
  @Required(DataType.BOOLEAN, false) declare metaTokenSet: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare nps: CreationOptional<boolean>;
  @Required(DataType.TEXT, "") declare npsMessage: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare npsThanksMessage: CreationOptional<string>;
  @Required(DataType.BOOLEAN, false) declare sendList: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare historyByQueue: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare historyByUser: CreationOptional<boolean>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}
