/** The spaces of a site as options: each with its building. */
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { parentOptions } from '~/features/space/shared/parents'
import type { ParamsFor } from '~/paths'
import type { Option } from '~/ui/field'

/** Concurrent calls. */
const maxConcurrent = 8

export async function spaceOptions({ read }: Pick<Reader, 'read'>, { siteId }: ParamsFor<'site'>): Promise<Option[]> {
  const buildings = await read(site.listBuildings, { path: { id: siteId } })
  const options = await inParallel(buildings, maxConcurrent, async ({ id, name }) =>
    parentOptions(await read(site.listSpaces, { path: { id } }), {}).map(({ value, label }) => ({
      value,
      label: `${name} / ${label}`,
    })),
  )
  return options.flat()
}
