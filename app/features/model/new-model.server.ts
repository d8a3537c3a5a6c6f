/** Reads a controller model that is newer than the catalogue, which is cached for some minutes. */
import { type ControllerModel, product } from '#contracts/product'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { visibleControllers } from '~/domain/controllers'

/** Returns null for a model that does not exist or that a flag hides. */
export async function findNewModel({ call, features }: Reader, id: string): Promise<ControllerModel | null> {
  try {
    const model = await call(product.getController, { path: { id } })
    return visibleControllers([model], { flags: features })[0] ?? null
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}
