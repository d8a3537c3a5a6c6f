/** A kind of configuration as it is declared: its calls, its form, and what is wrong with a value of it. */
import type { z } from 'zod'
import type { deviceConfiguration as api } from '#contracts/device-configuration'
import type { Desk } from '~/change/desk'
import type { ChangeOfMany } from '~/changes'
import type { Option } from '~/ui/field'
import type { KindView } from './kind'

type Ask = Desk<unknown>['read']

/** The saved settings of one controller. */
export interface Saved {
  deviceId?: string | undefined
  eTag?: string | null | undefined
}

/** What the form of a kind asks for: the same value for each controller; fields left out stay as they are. */
export interface Settings<Value = object> {
  ids: string[]
  /** What the form of one controller was made from. */
  eTag: string | null
  value: Value
  /** The settings, by path, that were filled in while their no-change box stayed ticked. */
  overlooked: string[]
}

export interface ConfigurationKind<Value extends object = object, Of extends Saved = Saved> {
  view: KindView
  change: Extract<ChangeOfMany, `${string}.save`>
  read: typeof api.getNetwork | typeof api.getTime
  /** The same for many, where a backend has it. */
  readMany: typeof api.networkOfMany | typeof api.timeOfMany
  save: typeof api.saveNetwork | typeof api.saveTime
  logs: typeof api.networkSendLogs | typeof api.timeSendLogs
  form: z.ZodType<Settings<Value>>
  /** Whether a controller has a group of settings at all. */
  supports(saved: Of, group: string): boolean
  /** What is wrong with a value for one controller, by path, as message keys. */
  problems(value: Value, current: Of): Record<string, string>
  /** The value that puts settings back, by their paths as a record keeps them. */
  valueFrom(kept: Readonly<Record<string, unknown>>): Value
  /** What a choice offers, by path. */
  options?(ask: Ask): Promise<Record<string, Option[]>>
  /** What a page of one controller tells beside its settings, by message key; a moment is an ISO time. */
  facts?(saved: Of): { term: string; text?: string | null; moment?: string | null }[]
  /** What to know before sending, as message keys. */
  sendNotes: readonly string[]
}
