import type { Profile } from "@balcao/domain/access";
import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Optional, Required, Serial } from "./columns.js";

type Presence = "online" | "away" | "offline";

/** A user who signs in. Deleted users stay, because their tickets refer to them. */
@Table({ tableName: "user_account", underscored: true, freezeTableName: true })
export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.TEXT) declare name: string;
  @Required(DataType.TEXT) declare email: string;
  @Required(DataType.TEXT) declare passwordHash: string;
  @Required(DataType.BOOLEAN, false) declare mustChangePassword: CreationOptional<boolean>;
  /** Until when a password that must be changed signs in; null for the first one, which has no end. */
  @Optional(DataType.DATE) declare temporaryUntil: Date | null;
  @Required(DataType.TEXT, "user") declare profile: CreationOptional<Profile>;
  @Required(DataType.BOOLEAN, true) declare active: CreationOptional<boolean>;
  /** A version of the user's rights; nothing reads it yet. */
  @Required(DataType.INTEGER, 0) declare rightsVersion: CreationOptional<number>;
  @Required(DataType.BOOLEAN, true) declare weekdays: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare saturday: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare sunday: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare holidays: CreationOptional<boolean>;
  @Required(DataType.TEXT, "08:00") declare startTime: CreationOptional<string>;
  @Required(DataType.TEXT, "18:00") declare endTime: CreationOptional<string>;
  @Required(DataType.BOOLEAN, false) declare addContact: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare editContact: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare delContact: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare sendToMany: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare maintain: CreationOptional<boolean>;
  @Optional(DataType.INTEGER) declare defaultConnectionId: number | null;
  @Optional(DataType.UUID) declare pictureFileId: string | null;
  @Required(DataType.TEXT, "offline") declare status: CreationOptional<Presence>;
  @Optional(DataType.INTEGER) declare openLimit: CreationOptional<number | null>;
  @Required(DataType.BOOLEAN, true) declare takesShares: CreationOptional<boolean>;
  @Optional(DataType.DATE) declare lastSeenAt: Date | null;
  @Optional(DataType.DATE) declare deletedAt: Date | null;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}
