/** The declaration of a kind of configuration: its calls, its form and its validation. */
import type { z } from 'zod'
import type { deviceConfiguration as api } from '#contracts/device-configuration'
import type { PlanContext } from '~/change/plan-context'
import type { Option } from '~/ui/field'
import type { KindView } from './kind'

type Ask = PlanContext<unknown>['read']

/** The saved settings of one controller. */
export interface SavedSettings {
  deviceId?: string | undefined
  eTag?: string | null | undefined
}

/** The parsed form of a kind: one value for each controller; absent fields keep their value. */
export interface SettingsInput<Value = object> {
  ids: string[]
  /** The eTag that the form of a single controller started from. */
  eTag: string | null
  value: Value
  /** Settings, by path, that were filled in while their "No change" box stayed ticked. */
  overlooked: string[]
  /** The step of an incremented setting for several controllers. */
  increment?: number
}

/** One save call: the same body for several controllers. */
export interface SaveCall {
  ids: readonly string[]
  body: { value: object }
}

/** Checks that produce warnings before a save; they never block it. */
export type Preflight<Value extends object = object, Of extends SavedSettings = SavedSettings> = (
  context: Pick<PlanContext<unknown>, 'read' | 'may' | 'catalogues'>,
  input: {
    customerId: string
    /** Each controller with its site, where that is known. */
    controllers: readonly { id: string; siteId: string | undefined; saved: Of; value: Value }[]
  },
) => Promise<{
  /** Warnings by controller id, as message keys. */
  warnings: ReadonlyMap<string, string>
  /** Checks that failed to run, as message keys. */
  notes: string[]
}>

/** A fact with one of these values, or none if unknown. */
export interface KindFact {
  /** Message key. */
  term: string
  text?: string | null
  /** ISO time. */
  moment?: string | null
  /** The clock of the controller as ISO time with its offset; the page adds the deviation. */
  clock?: string | null
}

export interface ConfigurationKind<Value extends object = object, Of extends SavedSettings = SavedSettings> {
  view: KindView
  read: typeof api.getNetwork | typeof api.getTime | typeof api.getBacnet
  /** The batch read, where the backend has it. */
  readMany: typeof api.networkOfMany | typeof api.timeOfMany | typeof api.bacnetOfMany
  save: typeof api.saveNetwork | typeof api.saveTime | typeof api.saveBacnet
  logs: typeof api.networkSendLogs | typeof api.timeSendLogs | typeof api.bacnetSendLogs
  /** Converts the service's shape into settings by path, for kinds where they differ. */
  toSettings?(saved: SavedSettings): Of
  form: z.ZodType<SettingsInput<Value>>
  /** Whether a controller supports a group of settings. */
  supports(saved: Of, group: string): boolean
  /** Validates a value for one controller. Returns message keys by path. */
  problems(value: Value, current: Of): Record<string, string>
  preflight?(...args: Parameters<Preflight<Value, Of>>): ReturnType<Preflight>
  /** The value of one of several controllers, where it is not the same for all. */
  valueFor?(settings: SettingsInput<Value>, id: string): Value
  /**
   * The save calls in the service's shape; one call with the common value by default. `before`: the current values of
   * each controller, by path.
   */
  toCalls?(
    settings: Pick<SettingsInput<Value>, 'ids' | 'value' | 'increment'>,
    ids: readonly string[],
    before: ReadonlyMap<string, object>,
  ): SaveCall[]
  /** Returns the value that restores the settings of a trail record. */
  valueFrom(recorded: Readonly<Record<string, unknown>>): Value
  /** The options of choices, by path. */
  options?(ask: Ask): Promise<Record<string, Option[]>>
  /** The facts that the page of one controller shows beside its settings. */
  facts?(saved: Of): KindFact[]
}
