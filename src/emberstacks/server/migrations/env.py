"""How Alembic finds the database: the server hands it an open connection."""

from alembic import context

from emberstacks.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
