const building = {}

export default building
