"""Version of the client: here, and nowhere else."""

CLIENT_VERSION = "1.2.0"
