import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Generated, Optional, Required, Serial } from "./columns.js";

/**
 * A customer or a group, with a set of addresses (ADR 37). `number` is the canonical phone;
 * null if unknown.
 */
@Table({ tableName: "contact", underscored: true, freezeTableName: true })
export class Contact extends Model<InferAttributes<Contact>, InferCreationAttributes<Contact, { omit: "nameKey" | "search" }>> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.TEXT) declare name: string;
  @Optional(DataType.TEXT) declare number: string | null;
  @Required(DataType.TEXT, "") declare email: CreationOptional<string>;
  @Required(DataType.BOOLEAN, false) declare isGroup: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, true) declare autoReply: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare nameFromNetwork: CreationOptional<boolean>;
  @Optional(DataType.UUID) declare pictureFileId: string | null;
  @Optional(DataType.DATE) declare pictureCheckedAt: Date | null;
  /** Answers could reach it at different addresses, now or once; kept by the database. */
  @Required(DataType.BOOLEAN, false) declare severalAddresses: CreationOptional<boolean>;
  /** Who made it; null for contacts of before. */
  @Optional(DataType.TEXT) declare origin: "network" | "person" | "import" | null;
  /** When the text about opening hours was last sent to this contact. */
  @Optional(DataType.DATE(3)) declare outOfHoursAt: Date | null;
  /** Sort key of lists and text of searches, without accents and case. */
  @Generated(DataType.TEXT) declare readonly nameKey: string;
  @Generated(DataType.TEXT) declare readonly search: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}
