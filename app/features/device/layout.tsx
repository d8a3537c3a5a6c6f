/** The layout of a controller, around its views. */
import { Outlet } from '@remix-run/react'

export default Outlet
