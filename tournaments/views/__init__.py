"""Pages, one module a page group; each exports `urlpatterns`."""
