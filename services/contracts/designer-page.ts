/**
 * A page of a designer project here: our own neutral drawing, elements with their positions in the units of the page.
 * Painted in their order, except that readings are on top.
 */
import { z } from 'zod'

/** Limits of a page: bytes of its file, elements, and corners of one element. */
export const designerPageLimits = { bytes: 256 * 1024, elements: 500, corners: 60 } as const

const Coordinate = z.number().min(-10_000).max(10_000)
const Length = z.number().min(1).max(10_000)
const Corner = z.tuple([Coordinate, Coordinate])
const Corners = z.array(Corner).max(designerPageLimits.corners)
const Label = z.string().max(200)
const PageId = z.string().max(200)

export const DesignerMedium = z.enum(['air', 'cold', 'hot'])
export type DesignerMedium = z.infer<typeof DesignerMedium>

export const DesignerSymbol = z.enum([
  'arrow',
  'coolingCoil',
  'damper',
  'fan',
  'filter',
  'heatingCoil',
  'person',
  'pump',
  'valve',
])
export type DesignerSymbol = z.infer<typeof DesignerSymbol>

const Frame = { x: Coordinate, y: Coordinate, width: Length, height: Length, label: Label }

export const DesignerElement = z.discriminatedUnion('kind', [
  /** A part of the building. */
  z.object({ kind: z.literal('box'), ...Frame }),
  /** A surface of a plan with its corners; one with a page links to it. */
  z.object({
    kind: z.literal('area'),
    outline: Corners.min(3),
    of: z.enum(['building', 'ground', 'water', 'road']),
    label: Label.optional(),
    /** The left end of the label; near the first corner by default. */
    labelAt: Corner.optional(),
    page: PageId.optional(),
  }),
  /** A duct between two places; neighbours in the list are joined. `width` is 16 by default. */
  z.object({ kind: z.literal('duct'), from: Corner, to: Corner, of: DesignerMedium, width: Length.optional() }),
  /** A thin pipe; that of a return is dashed. */
  z.object({
    kind: z.literal('pipe'),
    through: Corners.min(2),
    of: DesignerMedium,
    isReturn: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('text'), x: Coordinate, y: Coordinate, text: Label }),
  /** A part with its middle; a point shows its position or whether it runs. `size` is its height, 54 by default. */
  z.object({
    kind: z.literal('symbol'),
    symbol: DesignerSymbol,
    x: Coordinate,
    y: Coordinate,
    size: Length.optional(),
    turned: z.literal([0, 90, 180, 270]).optional(),
    deviceId: PageId.optional(),
    pointId: PageId.optional(),
  }),
  /** The reading of a point, with that of its setpoint on the same controller; `x` and `y` are the left end of its label. */
  z.object({
    kind: z.literal('value'),
    x: Coordinate,
    y: Coordinate,
    label: Label,
    deviceId: PageId,
    pointId: PageId,
    setpointId: PageId.optional(),
  }),
  /** Links to another page of the project. */
  z.object({ kind: z.literal('link'), ...Frame, page: PageId }),
])
export type DesignerElement = z.infer<typeof DesignerElement>

/** A page as a file; each element is parsed by itself, so that one that is wrong does not lose the others. */
export const DesignerDrawing = z.object({
  title: Label,
  width: Length,
  height: Length,
  elements: z.array(z.unknown()),
})
