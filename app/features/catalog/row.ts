/** An object of a controller, with its probable point type (domain §4.6). */
import type { Catalog } from '#contracts/points'
import { instanceText, objectText } from '~/features/point/shared/object-text'
import { href } from '~/hrefs'
import type { Language } from '~/i18n/languages'
import type { ParamsFor } from '~/paths'

type Entry = Catalog['entries'][number]

export type CatalogRow = ReturnType<typeof catalogRow>

/** `typeName` returns the label of a point type, or the id if the type is unknown. */
export function catalogRow(
  at: ParamsFor<'device'>,
  { id, name: source }: Pick<Catalog, 'id' | 'name'>,
  entry: Entry,
  { language, typeName }: { language: Language; typeName: (id: string) => string },
) {
  const { objectType, objectInstance, name, description, unit, kind, isWritable, confidence } = entry
  const { suggestedPointTypeId, mappedPointId } = entry
  return {
    id: `${id}/${objectType}/${instanceText(objectInstance)}`,
    name,
    description,
    object: objectText(language, entry),
    unit,
    kind,
    isWritable,
    /** What is searched beside the texts that are shown: the same as received. */
    received: `${objectType} ${instanceText(objectInstance)} ${suggestedPointTypeId ?? ''}`,
    guess: suggestedPointTypeId && typeName(suggestedPointTypeId),
    /** Of the guess, from 0 to 1. */
    confidence,
    isMapped: mappedPointId !== null,
    source,
    href: mappedPointId === null ? null : href('point', { ...at, pointId: mappedPointId }),
  }
}
