/** Reads the graphics file of a controller; null if it never received one (spec §8: code 4004). */
import type { GfxInfo } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'

export function graphicsOf(call: Reader['call'], id: string): Promise<Panel<GfxInfo | null>> {
  return asPanel(
    call(deviceConfiguration.getGfx, { path: { id } }).then(
      (info) => (info.fileName ? info : null),
      (error: unknown) => {
        if (error instanceof ServiceError && error.code === '4004') return null
        throw error
      },
    ),
  )
}
